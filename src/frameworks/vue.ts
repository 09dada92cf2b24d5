import { computed, type ComputedRef, type MaybeRefOrGetter, onMounted, onUnmounted, shallowRef, toValue } from 'vue';
import type { Answer } from '../rules/conditions/clause.ts';
import type { Visitor } from '../widget/visitor/visitor.ts';
import { type Condition, currentAnswer, currentVisitor, followVisitor } from './current-visitor.ts';

export type { Condition, Visitor };

/** The visitor, with each change. Undefined on a server, until the component is mounted, and while unknown. */
export function useVisitor(): ComputedRef<Visitor | undefined> {
  return useCurrent(currentVisitor);
}

/** Whether a condition holds for the visitor. Undefined on a server, until the component is mounted, and while unknown. */
export function useMatches(condition: MaybeRefOrGetter<Condition>): ComputedRef<Answer> {
  return useCurrent(() => currentAnswer(toValue(condition)));
}

/** Hydration compares the first render with the server's, where the visitor is unknown. */
function useCurrent<Value>(read: () => Value): ComputedRef<Value | undefined> {
  const changes = shallowRef(0);
  const changed = () => void changes.value++;
  let stop: (() => void) | undefined;
  onMounted(() => {
    changed();
    stop = followVisitor(changed);
  });
  onUnmounted(() => stop?.());
  return computed(() => (changes.value ? read() : undefined));
}
