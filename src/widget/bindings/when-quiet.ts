/**
 * How long the page must be quiet. Screen readers drop what is said while they still read many changes, and many of
 * them ignore the text of a region that is new.
 */
const quietMs = 1500;
/** What is added for each change: docs/architecture/visitor.md#an-announcement */
const changeMs = 25;
const mostForChangesMs = 4000;
/** The longest wait, but for what is added: a page with a clock is never quiet. */
const patienceMs = 5000;

/**
 * Acts once nothing on the page has changed for a while.
 *
 * @param watch calls its function after each change of the facts.
 * @param unseen how many changes an observer of the document does not see: those in shadow trees.
 * @returns stops waiting.
 */
export function whenQuiet(watch: (follow: () => void) => () => void, unseen: number, act: () => void): () => void {
  const start = Date.now();
  let changes = unseen;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    stop();
    act();
  };
  const wait = () => {
    clearTimeout(timer);
    const patientUntil = start + patienceMs - Date.now();
    timer = setTimeout(end, Math.min(quietMs, patientUntil) + Math.min(changes * changeMs, mostForChangesMs));
  };
  const observer = new MutationObserver((records) => {
    changes += records.length;
    wait();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const unwatch = watch(wait);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    unwatch();
  };
  wait();
  return stop;
}
