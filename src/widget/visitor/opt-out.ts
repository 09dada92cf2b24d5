import { attempt } from '../../rules/attempt.ts';
import { optOutKey } from '../../rules/opt-out.ts';
import { fire } from '../api/events.ts';
import { hasPrivacySignal } from './page-facts.ts';
import type { OptOut } from './visitor.ts';

/**
 * The visitor's refusal, as `geolet.js` reads it. The file of `<geo-optout>` writes it. It is never that of a preview:
 * scripts that ask for it would take a link's word for the visitor's.
 */
export interface OptOutState {
  /** What the visitor has pressed, where the browser refuses to store it. */
  held?: boolean;
  /** The refusal at this moment. Nothing is read for a page that does not ask. */
  read(): OptOut;
  /** Fires `geo-optout`. */
  tell(): void;
}

export function createOptOut(signal: AbortSignal): OptOutState {
  const optOut: OptOutState = {
    read: () => (hasPrivacySignal() ? 'signal' : (optOut.held ?? !!attempt(() => localStorage.getItem(optOutKey)))),
    tell: () => fire('geo-optout', { optOut: optOut.read() }),
  };
  // Another tab has written it.
  addEventListener('storage', ({ key }) => key === optOutKey && optOut.tell(), { signal });
  return optOut;
}
