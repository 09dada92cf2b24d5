import { momentAtLocalTime } from '../../rules/time/local-time.ts';
import type { VisitorRecord } from '../../record/record.ts';
import type { PageFacts } from '../../rules/page-facts.ts';
import type { Preview } from './preview-words.ts';
import type { Core } from '../../widget/api/core.ts';
import { previewed } from '../../widget/visitor/happenings.ts';

/** A slow answer comes this long after the budget, so that one sees which parts of a page wait for it. */
const lateMs = 1500;

/** @returns shows a preview. If the page is to wait, a slow answer comes only after the time budget. */
export function createPreviewDisplay(
  { report, settings, visitor }: Core,
  isEnded: () => boolean,
): (preview: Preview, waits: boolean) => void {
  /** Counts previews: a later one cancels what an earlier one has yet to show. */
  let latest = 0;

  return ({ record, page, localTime }, waits) => {
    latest += 1;
    const current = latest;
    const facts = withClock(withoutTakingBack(page), localTime);
    const show = (shown: VisitorRecord | undefined, stillWaits = false) => {
      visitor.happen(previewed, { record: shown, page: facts, waits: stillWaits, time: Date.now() });
      // The words may have changed no more than facts of the page, such as the signal.
      visitor.reconsider();
    };
    const later = (waitMs: number, then: () => void) =>
      setTimeout(() => isEnded() || current !== latest || then(), waitMs);
    const fail = (code: string, detail: string) => {
      report(code, detail, true);
      show(undefined);
    };
    if (!record) return fail('offline', 'geo-as=offline');
    if (!waits) return show(record);
    show(undefined, true);
    later(settings.timeoutMs, () => fail('timeout', `geo-as=slow ${settings.timeoutMs} ms`));
    later(settings.timeoutMs + lateMs, () => show(record));
  };
}

/** Anybody may send a visitor a link with a preview. It can add a refusal, and takes none away: the browser's holds. */
function withoutTakingBack({ gpc, ...page }: PageFacts): PageFacts {
  return gpc ? { ...page, gpc } : page;
}

/** A clock that is set to another time goes on from there. */
function withClock(page: PageFacts, localTime: string | undefined): PageFacts {
  const timezone = page.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const moment = localTime && momentAtLocalTime(localTime, timezone, Date.now());
  if (!moment) return page;
  const aheadMs = moment - Date.now();
  return {
    ...page,
    aheadMs,
    get now() {
      return Date.now() + aheadMs;
    },
  };
}
