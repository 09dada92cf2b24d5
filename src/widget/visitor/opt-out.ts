import { attempt } from '../../rules/attempt.ts';
import { optOutKey } from '../../rules/opt-out.ts';
import { fire } from '../api/events.ts';
import { hasPrivacySignal } from './page-facts.ts';
import type { OptOut } from './visitor.ts';

/** The visitor's refusal, as `geolet.js` reads it. The file of `<geo-optout>` writes it. */
export interface OptOutState {
  /** Goes before browser and storage: in a preview, and where the browser refuses storage. */
  held?: OptOut;
  /** The refusal at this moment. Nothing is read for a page that does not ask. */
  read(): OptOut;
  /** Fires `geo-optout`. */
  tell(): void;
}

/** False also where the browser refuses storage. */
export function isOptOutStored(): boolean {
  return !!attempt(() => localStorage.getItem(optOutKey));
}

export function createOptOut(signal: AbortSignal): OptOutState {
  const optOut: OptOutState = {
    read: () => optOut.held ?? (hasPrivacySignal() ? 'signal' : isOptOutStored()),
    tell: () => fire('geo-optout', { optOut: optOut.read() }),
  };
  // Another tab has written it.
  addEventListener('storage', ({ key }) => key === optOutKey && optOut.tell(), { signal });
  return optOut;
}
