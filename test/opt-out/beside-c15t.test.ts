import { describe, expect, it } from 'vitest';
import { answer, parseCondition } from '../../src/rules/conditions/condition.ts';
import { policyPackPresets, resolvePolicyDecision } from './c15t.ts';
import { regions } from './expected.ts';

/**
 * c15t's presets in the order of its documentation, https://c15t.com/docs/shared/concepts/policy-packs: Europe is asked,
 * California and Quebec have policies of their own, and nobody else has one.
 */
const policies = [
  policyPackPresets.europeOptIn(),
  policyPackPresets.californiaOptOut(),
  policyPackPresets.quebecOptIn(),
  policyPackPresets.worldNoBanner(),
];

/** What both say of the same, by hand. A difference has its reason. */
const rows: Readonly<Record<string, { readonly policy: string; readonly gpc: boolean; readonly differs?: string }>> = {
  'US-CA': { policy: 'california_opt_out', gpc: true },
  'US-CO': {
    policy: 'world_no_banner',
    gpc: false,
    differs: 'twelve states ask for it, and c15t has a preset for one',
  },
  'US-TX': {
    policy: 'world_no_banner',
    gpc: false,
    differs: 'twelve states ask for it, and c15t has a preset for one',
  },
  'US-MN': {
    policy: 'world_no_banner',
    gpc: false,
    differs: 'twelve states ask for it, and c15t has a preset for one',
  },
  'US-NY': { policy: 'world_no_banner', gpc: false },
  US: { policy: 'world_no_banner', gpc: false, differs: 'somebody in an unknown state may be in one of the twelve' },
  'CA-QC': { policy: 'quebec_opt_in', gpc: false },
  GB: { policy: 'europe_opt_in', gpc: false },
  DE: { policy: 'europe_opt_in', gpc: false },
  FR: { policy: 'europe_opt_in', gpc: false },
  CH: { policy: 'world_no_banner', gpc: false },
  BR: { policy: 'world_no_banner', gpc: false },
  JP: { policy: 'world_no_banner', gpc: false },
  unknown: {
    policy: 'europe_opt_in',
    gpc: false,
    differs: 'the fallback of c15t is Europe, which does not count the signal',
  },
};

const ask = (text: string, record: object) => answer(parseCondition(text), { record, page: {} });

describe.each(regions)('$name', ({ name, record, withoutSignal }) => {
  const row = rows[name];
  const { countryCode, stateCode } = record as { countryCode?: string; stateCode?: string };

  it('has the policy of c15t that its documentation says', async () => {
    const decision = await resolvePolicyDecision({
      policies,
      countryCode: countryCode ?? null,
      regionCode: stateCode ?? null,
    });
    expect(decision?.policy.id).toBe(row?.policy);
    expect(decision?.policy.consent?.gpc === true).toBe(row?.gpc);
  });

  it('counts the signal as c15t does, or there is a reason', () => {
    const counts = withoutSignal !== '-';
    expect(counts).toBe(ask('group: usoptout unknown', record));
    expect(counts === row?.gpc).toBe(row?.differs === undefined);
  });

  it('is asked for consent as c15t asks, but for Switzerland and Quebec', () => {
    const asksHere = ask('group: gdpr unknown', record);
    const asksThere = row?.policy.endsWith('opt_in');
    expect(asksHere === asksThere).toBe(!['CH', 'CA-QC'].includes(name));
  });
});
