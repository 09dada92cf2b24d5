import type { Core } from '../../widget/api/core.ts';
import type { Start } from '../../widget/api/inspection.ts';

/** The last time an address was asked for, as far as the browser tells. */
export function lastTiming(url: string): PerformanceResourceTiming | undefined {
  return timings().findLast(({ name }) => name === url);
}

/** Files of ours that the page has fetched. */
export function filesFetched(core: Core): string[] {
  const folder = core.fileUrl('.');
  return [...new Set(ownTimings(core).map(({ name }) => name.slice(folder.length)))];
}

/**
 * With `debug` this very file is asked for as the script begins; else the script's own arrival is the nearest there
 * is.
 */
export function startTimes(core: Core): Start {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const own = ownTimings(core);
  const debug = core.settings.debug === 'on' && own.find(({ name }) => name.includes('geolet-explain.'))?.startTime;
  const startedMs = debug || own.find(({ name }) => /\/geolet(-bindings)?\.js([?#]|$)/.test(name))?.responseEnd;
  const loadedMs = page?.loadEventStart;
  return {
    startedMs: startedMs === undefined ? startedMs : Math.round(startedMs),
    startedAfterLoadMs:
      startedMs === undefined || !loadedMs ? undefined : Math.max(0, Math.round(startedMs - loadedMs)),
  };
}

function ownTimings(core: Core): PerformanceResourceTiming[] {
  const folder = core.fileUrl('geolet');
  return timings().filter(({ name }) => name.startsWith(folder));
}

function timings(): PerformanceResourceTiming[] {
  return performance.getEntriesByType('resource') as PerformanceResourceTiming[];
}
