import type { Answer } from '../rules/conditions/clause.ts';
import type { Visitor } from '../widget/visitor/visitor.ts';
import type { VisitorPrice } from '../rules/money/decide-price.ts';
import { type Condition, currentAnswer, currentVisitor, followPrice, followVisitor } from './current-visitor.ts';

export type { Condition, Visitor, VisitorPrice };

/** A [store](https://svelte.dev/docs/svelte/stores) to read as `$store`. */
export interface Store<Value> {
  subscribe(run: (value: Value) => void): () => void;
}

/** The visitor, with each change. Undefined on a server, while hydrating, and while unknown. */
export const visitor: Store<Visitor | undefined> = createStore(currentVisitor);

/** Whether a condition holds for the visitor. Undefined on a server, while hydrating, and while unknown. */
export function matches(condition: Condition): Store<Answer> {
  return createStore(() => currentAnswer(condition));
}

/** What a price list comes to for the visitor. Undefined on a server, before the answer, and for an unusable list. */
export function price(list: string): Store<VisitorPrice | undefined> {
  return {
    subscribe(run) {
      run(undefined);
      return typeof document === 'undefined' ? () => {} : followPrice(list, run);
    },
  };
}

/** Hydration compares the first render with the server's, where the visitor is unknown, and is over in one task. */
function createStore<Value>(read: () => Value): Store<Value | undefined> {
  return {
    subscribe(run) {
      run(undefined);
      if (typeof document === 'undefined') return () => {};
      let isSubscribed = true;
      const update = () => {
        if (isSubscribed) run(read());
      };
      queueMicrotask(update);
      const stop = followVisitor(update);
      return () => {
        isSubscribed = false;
        stop();
      };
    },
  };
}
