/**
 * Where a visitor's refusal that their data are sold or shared is stored. Withdrawn consent removes every entry that
 * begins with `geolet:`, and must not remove the refusal with it:
 * docs/architecture/opt-out.md#the-refusal
 */
export const optOutKey = 'geolet-optout';
