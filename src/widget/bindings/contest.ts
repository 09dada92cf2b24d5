import type { Report } from '../report.ts';
import type { Binding } from './binding.ts';

/** What is undone more often than this in a moment is given up: two scripts that never agree would hang the page, or keep it at work. */
const maxFights = 25;

/** A page renders once a frame, at most 24 times in this on screens of 240 Hz. A script that answers each of our writes does so far more often. */
const momentMs = 100;

/**
 * Whether to write again what another script has undone. Who answers our writes does it at once, and without end. Who puts back what the server sent
 * now and then (a morph, a poll) does so whether we write or not, and is followed for as long as the page lives.
 *
 * @param isNew whether it has put something there that was not there before. The same again counts for more: no page renders that in each frame.
 */
export function mayContest(binding: Binding, isNew: boolean, report: Report): boolean {
  // By a timer and not by a clock: a script that answers in microtasks lets no timer run, however slow the machine is.
  if (!binding.fights) setTimeout(calm, momentMs, binding);
  if (!isGivenUp(binding) && (binding.fights += isNew ? 1 : 3) > maxFights)
    report('contested', `${binding.directive.source}: data-bindings="load" may end that`);
  return !isGivenUp(binding);
}

function calm(binding: Binding): void {
  if (!isGivenUp(binding)) binding.fights = 0;
}

/** Leaves a binding alone until the facts change. */
export function giveUp(binding: Binding): void {
  binding.fights = maxFights + 1;
}

export function isGivenUp({ fights }: Binding): boolean {
  return fights > maxFights;
}
