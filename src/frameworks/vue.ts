import {
  computed,
  type ComputedRef,
  type MaybeRefOrGetter,
  onMounted,
  onUnmounted,
  shallowRef,
  toValue,
  watch,
} from 'vue';
import type { Answer } from '../rules/conditions/clause.ts';
import type { Visitor } from '../widget/visitor/visitor.ts';
import type { VisitorPrice } from '../rules/money/decide-price.ts';
import { type Condition, currentAnswer, currentVisitor, followPrice, followVisitor } from './current-visitor.ts';

export type { Condition, Visitor, VisitorPrice };

/** The visitor, with each change. Undefined on a server, until the component is mounted, and while unknown. */
export function useVisitor(): ComputedRef<Visitor | undefined> {
  return useCurrent(currentVisitor);
}

/** Whether a condition holds for the visitor. Undefined on a server, until the component is mounted, and while unknown. */
export function useMatches(condition: MaybeRefOrGetter<Condition>): ComputedRef<Answer> {
  return useCurrent(() => currentAnswer(toValue(condition)));
}

/** What a price list comes to for the visitor. Undefined on a server, before the answer, and for an unusable list. */
export function usePrice(list: MaybeRefOrGetter<string>): ComputedRef<VisitorPrice | undefined> {
  const price = shallowRef<VisitorPrice>();
  let stop: (() => void) | undefined;
  const follow = (text: string) => {
    stop?.();
    price.value = undefined;
    stop = followPrice(text, (told) => {
      price.value = told;
    });
  };
  onMounted(() => watch(() => toValue(list), follow, { immediate: true }));
  onUnmounted(() => stop?.());
  return computed(() => price.value);
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
