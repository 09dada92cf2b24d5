/**
 * How long the page must be quiet. Screen readers drop what is said while they still read many changes, and many of
 * them ignore the text of a region that is new.
 */
const quietMs = 1500;
/** The longest wait: a page with a clock is never quiet. */
const patienceMs = 5000;

/**
 * Acts once nothing on the page has changed for a while.
 *
 * @param watch calls its function after each change of the facts. @returns stops waiting.
 */
export function whenQuiet(watch: (follow: () => void) => () => void, act: () => void): () => void {
  const latest = Date.now() + patienceMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    stop();
    act();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(end, Math.min(quietMs, latest - Date.now()));
  };
  const observer = new MutationObserver(wait);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  // It does not see into shadow trees, which change with the facts.
  const unwatch = watch(wait);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    unwatch();
  };
  wait();
  return stop;
}
