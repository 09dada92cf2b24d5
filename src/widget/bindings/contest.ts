import type { Report } from '../report.ts';
import type { Binding } from './binding.ts';

/** What is undone more often than this is given up: two scripts that never agree would hang the page, or keep it at work. */
const maxFights = 25;

/** A page renders once a frame, at most 24 times in this on screens of 240 Hz; who answers what we write does so far more often. */
const calmMs = 100;

/**
 * Whether to write again what another script has undone.
 *
 * @param isNew whether it has put something there that was not there before.
 */
export function mayContest(binding: Binding, isNew: boolean, report: Report): boolean {
  // By a timer and not by a clock: who answers in microtasks lets no timer have its turn, however slow the machine. One is set for five new texts at most.
  if (isNew && !(binding.fights % 5)) setTimeout(calm, calmMs, binding);
  if (!isGivenUp(binding) && (binding.fights += isNew ? 1 : 5) > maxFights) report('contested', `${binding.directive.source}: data-bindings="load" may end that`);
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
