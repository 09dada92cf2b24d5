import type { Report } from '../report.ts';
import type { Binding } from './binding.ts';

/** What is undone more often than this is given up: two scripts that never agree would hang the page. */
const maxFights = 25;

/**
 * Whether to write again what another script has undone.
 *
 * @param isNew whether it has put something there that was not there before.
 */
export function mayContest(binding: Binding, isNew: boolean, report: Report): boolean {
  // Who answers in microtasks lets no timer have its turn, on whatever machine; a page that renders does. Of its texts many may come
  // before one all the same, as where it is hidden and timers come once a second.
  if (isNew) setTimeout(calm, 0, binding);
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
