import { useSyncExternalStore } from 'react';
import type { Answer } from '../rules/conditions/clause.ts';
import type { Visitor } from '../widget/visitor/visitor.ts';
import { type Condition, currentAnswer, currentVisitor, followVisitor } from './current-visitor.ts';

export type { Condition, Visitor };

/** Hydration compares the first render with the server's, where the visitor is unknown. */
const unknown = () => undefined;

/** The visitor, and a new render with each change. Undefined on a server, while hydrating, and while unknown. */
export function useVisitor(): Visitor | undefined {
  return useSyncExternalStore(followVisitor, currentVisitor, unknown);
}

/** Whether a condition holds for the visitor. Undefined on a server, while hydrating, and while unknown. */
export function useMatches(condition: Condition): Answer {
  return useSyncExternalStore(followVisitor, () => currentAnswer(condition), unknown);
}
