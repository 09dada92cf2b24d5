import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Answer } from '../rules/conditions/clause.ts';
import type { Visitor } from '../widget/visitor/visitor.ts';
import type { VisitorPrice } from '../rules/money/decide-price.ts';
import { type Condition, currentAnswer, currentVisitor, followPrice, followVisitor } from './current-visitor.ts';

export type { Condition, Visitor, VisitorPrice };

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

/** What a price list comes to for the visitor. Undefined on a server, before the answer, and for an unusable list. */
export function usePrice(list: string): VisitorPrice | undefined {
  const [told, tell] = useState<{ readonly list: string; readonly price: VisitorPrice | undefined }>();
  useEffect(() => followPrice(list, (price) => tell({ list, price })), [list]);
  return told?.list === list ? told.price : undefined;
}
