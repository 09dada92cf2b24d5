import { createAskRare } from '../rules/rare-conditions.ts';
import type { AskRare } from '../rules/facts.ts';
import type { Report } from './report.ts';

const minuteMs = 60_000;

/**
 * A file of its own, fetched when a page first asks one of the rare conditions.
 *
 * @param reconsider lets the page follow anew: called each minute once the local time is asked for, while the page is seen, and when
 *   it is seen again.
 */
export function startRareConditions(report: Report, reconsider: () => void, signal: AbortSignal): AskRare {
  const ask = createAskRare(report);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tick(): void {
    timer = undefined;
    if (signal.aborted) return;
    if (document.hidden) document.addEventListener('visibilitychange', tick, { once: true, signal });
    else reconsider();
  }

  return (name, wanted, facts) => {
    if (name === 'local-time') timer ??= setTimeout(tick, minuteMs - (Date.now() % minuteMs) + 50);
    return ask(name, wanted, facts);
  };
}
