import type { Binding } from '../bindings/binding.ts';
import type { Core } from '../core.ts';

/** What is bound on an element so far. */
export function bindingsOn(element: Element, core: Core): readonly Binding[] {
  const found: Binding[] = [];
  for (let binding = core.bindingsOf(element); binding; binding = binding.next) found.push(binding);
  return found;
}
