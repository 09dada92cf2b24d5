import { headerRecord } from '../../record/header-record.ts';

/**
 * Pasted into the head, before the script tag. Reads the country that a cache has put into a header of the page's
 * response, `Server-Timing: geo;desc="FR"`, and hands what follows from it to `geolet.js`, before the first frame.
 */
try {
  // Also without a country: the page has no proxy unless it names one.
  globalThis.geoletHeader = {};
  // Throws in a browser without such an entry, or without its timings.
  const [page] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
  // Two come from two caches, and nobody knows which one the visitor is at.
  const [entry, other] = page.serverTiming.filter((timing) => timing.name === 'geo');
  const withState = !hasSignal() || document.currentScript?.dataset.gpc === 'state';
  const record = entry && !other && headerRecord(entry.description, withState);
  // A page from the browser's own cache may be of any age. In Firefox it has the times of no request, in the others no
  // protocol. What is transferred is not known everywhere before all has come.
  const isNew = page.nextHopProtocol && page.responseStart > page.fetchStart;
  if (record) globalThis.geoletHeader = { version: 1, time: isNew ? Date.now() : 0, record };
} catch {
  // An old browser: as if there were no header.
}

/** https://www.w3.org/TR/gpc/ */
function hasSignal(): boolean | undefined {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
}
