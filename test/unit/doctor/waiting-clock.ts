/** A clock that goes on only when somebody waits. @returns it, and how long was waited. */
export function startClock(now = 0) {
  const waits: number[] = [];
  const wait = (ms: number) => {
    waits.push(ms);
    now += ms;
    return Promise.resolve();
  };
  return { clock: { now: () => now, wait }, waits };
}
