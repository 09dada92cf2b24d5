/**
 * Where a visitor's refusal that their data are sold or shared is stored. Withdrawn consent removes every entry that
 * begins with `geolet:`, and must not remove the refusal with it:
 * docs/decisions/0265-the-opt-out-has-a-name-of-its-own-and-outlives-consent.md
 */
export const optOutKey = 'geolet-optout';
