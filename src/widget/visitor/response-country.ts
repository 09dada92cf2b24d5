import type { Core } from '../api/core.ts';
import { named } from './happenings.ts';
import type { Found, VisitorState } from './visitor-state.ts';

/**
 * A lazy file for pages that have the country from a header of their response: what can wait until the first frame is
 * painted.
 */
export default function followHeader(core: Core): void {
  const { visitor, report, watch } = core;
  let isTold = false;
  visitor.happen(named);
  const look = () => {
    const { header, found } = stateOf(core);
    if (!header?.time || !found || isTold) return;
    // Under Global Privacy Control, or by the data, one of both may have no state.
    const withState = [header, found].every(({ record }) => record.stateCode !== undefined);
    const [said, known] = [placeOf(header, withState), placeOf(found, withState)];
    if (said === known) return;
    isTold = true;
    // A stored record of the same country may be of another state.
    if (found.source === 'cache') void visitor.refresh();
    else if (found.source === 'network') {
      report('header-differs', `${said} ${known}`, true);
      void tell(core, said);
    }
  };
  look();
  watch(look);
}

/** The proxy counts it. Never rejects: a failure is of no use to anyone. */
async function tell({ settings, signal }: Core, said: string): Promise<void> {
  try {
    const address = new URL(settings.endpoint ?? '');
    address.searchParams.append('header', said);
    await fetch(address, { method: 'HEAD', cache: 'no-store', signal });
  } catch {
    // Another script may have replaced `fetch`, too.
  }
}

function stateOf({ visitor }: Core): Pick<VisitorState, 'header' | 'found'> {
  let read: Pick<VisitorState, 'header' | 'found'> = {};
  visitor.happen((state) => {
    read = state;
  });
  return read;
}

function placeOf({ record: { countryCode, stateCode } }: Found, withState: boolean): string {
  return [countryCode, withState && stateCode].filter(Boolean).join('-');
}
