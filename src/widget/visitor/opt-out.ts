import { attempt } from '../../rules/attempt.ts';
import { optOutKey } from '../../rules/opt-out.ts';
import { fire } from '../api/events.ts';
import { hasPrivacySignal } from './page-facts.ts';
import type { OptOut } from './visitor.ts';

/** The visitor's refusal, as `geolet.js` reads it. The file of `<geo-optout>` writes it. */
export interface OptOutState {
  /** Goes before browser and storage: in a preview, and where the browser refuses storage. */
  held?: OptOut;
  /** The refusal at this moment. */
  read(): OptOut;
  /** Fires `geo-optout` if it has changed. */
  tell(): void;
}

/** False also where the browser refuses storage. */
export function isOptOutStored(): boolean {
  return !!attempt(() => localStorage.getItem(optOutKey));
}

export function createOptOut(signal: AbortSignal): OptOutState {
  const optOut: OptOutState = {
    read: () => optOut.held ?? (hasPrivacySignal() ? 'signal' : isOptOutStored()),
    tell() {
      const now = optOut.read();
      if (now !== told) fire('geo-optout', { optOut: (told = now) });
    },
  };
  let told = optOut.read();
  // Other tabs write it, too, and tell nothing to a page that waits in the browser's cache of pages.
  for (const type of ['storage', 'pageshow']) addEventListener(type, optOut.tell, { signal });
  return optOut;
}
