import type { Report } from '../report.ts';
import type { Binding } from './binding.ts';

/** A write that is undone more often than this is given up: two scripts that never agree would hang the page. */
const maxFights = 5;

/** A script that fights answers at once, or with the same each time; a new text a frame later, on screens of 120 Hz too, is a page that renders. */
const answersWithinMs = 5;

/**
 * Whether to write again what another script has undone.
 *
 * @param isNew whether it has put something there that was not there before.
 */
export function mayContest(binding: Binding, isNew: boolean, report: Report): boolean {
  const nowMs = performance.now();
  const contest = (binding.contest ??= { times: 0, timeMs: 0 });
  if (isNew && nowMs - contest.timeMs > answersWithinMs) contest.times = 0;
  contest.timeMs = nowMs;
  if (++contest.times === maxFights + 1) report('contested', `${binding.directive.source}: data-bindings="load" may end that`);
  return contest.times <= maxFights;
}

/** Leaves a binding alone until the facts change. */
export function giveUp(binding: Binding): void {
  binding.contest = { times: maxFights + 1, timeMs: Infinity };
}

export function isGivenUp({ contest }: Binding): boolean {
  return (contest?.times ?? 0) > maxFights;
}
