import { createRequire } from 'node:module';

interface Policy {
  readonly id: string;
  readonly consent?: { readonly model?: string; readonly gpc?: boolean };
}

/** What is used of c15t (Apache-2.0), whose own types are not there where it is not installed. */
export const { policyPackPresets, resolvePolicyDecision } = createRequire(import.meta.url)('@c15t/schema') as {
  policyPackPresets: Readonly<
    Record<'europeOptIn' | 'californiaOptOut' | 'quebecOptIn' | 'worldNoBanner', () => Policy>
  >;
  resolvePolicyDecision(place: {
    readonly policies: readonly Policy[];
    readonly countryCode: string | null;
    readonly regionCode: string | null;
  }): Promise<{ readonly policy: Policy; readonly matchedBy: string } | undefined>;
};
