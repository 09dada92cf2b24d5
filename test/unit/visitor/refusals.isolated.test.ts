import { afterEach, describe, expect, it, vi } from 'vitest';
import { knownFields, otherTypes } from '../../../src/record/fields.built.ts';
import { answer, parseCondition } from '../../../src/rules/conditions/condition.ts';
import { optOutKey } from '../../../src/rules/opt-out.ts';
import { parsePreviewWords, type Preview } from '../../../src/owner/preview/preview-words.ts';
import type { Core } from '../../../src/widget/api/core.ts';
import { readSettings } from '../../../src/widget/boot/settings.ts';
import { createPreviewDisplay } from '../../../src/owner/preview/show-preview.ts';
import { consented, withdrawn } from '../../../src/widget/visitor/happenings.ts';
import { createOptOut } from '../../../src/widget/visitor/opt-out.ts';
import { createVisitor } from '../../../src/widget/visitor/shared-visitor.ts';
import { openPage } from './page-in-node.ts';
import { partsOf } from '../../support/listed.ts';

const examples = { integer: '1', boolean: 'no' };
const places = ['JP', 'US-CA', 'unknown', 'offline', 'slow', 'country: JP', 'state: US-CA', 'city: Lyon'];
const facts = partsOf(`
  color: dark | colorPreference: light | returning | returning: no | referrer: mail.example | near: 1,2 |
  query: a=b | local-time: tue 09:30 | mobile | eu: no | currency: EUR
`);
const fields = knownFields.map((name) => `${name}: ${Reflect.get(examples, otherTypes[name] ?? '') ?? 'x'}`);
const signals = ['gpc', 'GPC: true', 'gpc: no', 'gpc: no; gpc', 'gpc; GPC: false'];

/** Every word that a link can bring, alone and with each word for the signal. */
const links = ['', ...places, ...facts, ...fields]
  .flatMap((word) => ['', ...signals].map((signal) => [word, signal].filter(Boolean).join('; ')))
  .flatMap((words) => ({ words, preview: parsePreviewWords(words) }));

const refusals = { signal: 'signal', stored: true, none: false } as const;
const consents = {
  'not required': { required: false },
  'not given': { required: true },
  given: { required: true, mark: true },
  withdrawn: { required: false, withdrawn: true },
} as const;

afterEach(() => void vi.unstubAllGlobals());

/** Opens a page as a visitor, with the recipe that deletes all on a refusal. @returns follows a link there. */
function visit(refusal: keyof typeof refusals, consent: keyof typeof consents) {
  const { required, ...decided } = { mark: false, withdrawn: false, ...consents[consent] };
  const stored = {
    ...(refusal === 'stored' && { [optOutKey]: '1' }),
    ...(decided.mark && { 'geolet:consent': 'true' }),
  };
  const { document, local } = openPage({ signal: refusal === 'signal', stored });
  const { signal } = new AbortController();
  const optOut = createOptOut(signal);
  const settings = readSettings({ dataset: { consent: required ? 'required' : 'granted' } });
  const visitor = createVisitor({
    settings,
    extras: {},
    report: () => {},
    follow: () => {},
    fetchRetry: () => Promise.resolve(undefined),
    signal,
  });
  const heard: unknown[] = [];
  const tell = () => optOut.read() && visitor.happen(withdrawn);
  document.addEventListener('geo-optout', (event) => heard.push(event));
  document.addEventListener('geo-optout', tell);
  tell();
  if (decided.withdrawn) visitor.happen(withdrawn);
  const before = JSON.stringify(local);
  const show = createPreviewDisplay({ report: () => {}, settings, visitor, optOut } as unknown as Core, () => false);

  return (preview: Preview) => {
    show(preview, false);
    visitor.start();
    // What platforms call on each page, and a page of the owner's own.
    visitor.happen(consented);
    visitor.put('geolet:other', 'x');
    return {
      optOut: optOut.read(),
      heard,
      changed: JSON.stringify(local) !== before,
      gpc: visitor.facts && answer(parseCondition('gpc', new Map()), visitor.facts),
    };
  };
}

/** The last word counts. */
const asksForSignal = (words: string) => /gpc(: (yes|true))?$/i.test(words) || /gpc$/i.test(words);

describe('no link takes a refusal away, or is taken for one', () => {
  it('knows every word, with and without the signal', () =>
    expect(links.filter(({ preview }) => preview).length).toBeGreaterThan(250));

  for (const refusal of Object.keys(refusals) as (keyof typeof refusals)[])
    for (const consent of Object.keys(consents) as (keyof typeof consents)[])
      it(`refusal: ${refusal}, consent: ${consent}`, () => {
        const follow = visit(refusal, consent);
        const wrong = links.flatMap(({ words, preview }) => {
          const seen = preview && follow(preview);
          const gpc = refusal === 'signal' || asksForSignal(words);
          const expected = { optOut: refusals[refusal], heard: [], changed: false, gpc };
          return !seen || JSON.stringify(seen) === JSON.stringify(expected) ? [] : [{ words, seen, expected }];
        });
        expect(wrong.slice(0, 3)).toEqual([]);
      });
});
