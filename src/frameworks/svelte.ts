import type { Answer } from '../rules/conditions/clause.ts';
import type { Visitor } from '../widget/visitor/visitor.ts';
import { type Condition, currentAnswer, currentVisitor, followVisitor } from './current-visitor.ts';

export type { Condition, Visitor };

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
