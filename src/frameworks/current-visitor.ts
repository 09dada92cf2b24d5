import type { Answer } from '../rules/conditions/clause.ts';
import type { VisitorPrice } from '../rules/money/decide-price.ts';
import type { ConditionObject } from '../rules/conditions/condition-table.ts';
import { native } from '../widget/dom/native.ts';
import { runningGeolet } from '../widget/api/running-geolet.ts';
import type { Visitor } from '../widget/visitor/visitor.ts';

/** A condition in text form (`country: DE AT; eu`) or as an object (`{ country: ['DE', 'AT'], eu: true }`). */
export type Condition = string | ConditionObject;

const changes = ['geo-ready', 'geo-change'] as const;

/** @returns undefined while there is no answer, or no Geolet yet. */
export function currentVisitor(): Visitor | undefined {
  return runningGeolet()?.visitor;
}

export function currentAnswer(condition: Condition): Answer {
  return runningGeolet()?.matches(condition);
}

/** Calls back with each answer, no matter whether Geolet runs yet. @returns what ends that. */
export function followVisitor(changed: () => void): () => void {
  for (const type of changes) native(document).addEventListener(type, changed);
  return () => {
    for (const type of changes) native(document).removeEventListener(type, changed);
  };
}

/** Calls back with what a price list comes to, now and after each answer. @returns what ends that. */
export function followPrice(list: string, told: (price: VisitorPrice | undefined) => void): () => void {
  let latest = 0;
  const ask = () => {
    const asked = ++latest;
    void runningGeolet()
      ?.price(list)
      .then((price) => asked === latest && told(price));
  };
  ask();
  const stop = followVisitor(ask);
  return () => {
    latest = 0;
    stop();
  };
}
