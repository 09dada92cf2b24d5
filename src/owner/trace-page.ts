import type { Answer, Condition } from '../rules/conditions/clause.ts';
import { answer } from '../rules/conditions/condition.ts';
import type { Facts } from '../rules/facts.ts';
import type { Binding } from '../rules/markup/bindings.ts';
import { unsafe, valueOf } from '../rules/markup/evaluate.ts';
import { showPriceElement } from '../rules/markup/value-element.ts';
import { evaluateVisibility, isHiddenAsWhole, type VisibilityRule } from '../rules/markup/visibility.ts';
import { showFromBook } from '../rules/money/price-book.ts';
import { decidePrice } from '../rules/money/decide-price.ts';
import { formatPrice, parsePrices, showPrice } from '../rules/money/money.ts';
import { decideRemainder, type Remainder, showRemainder } from '../rules/money/threshold.ts';
import type { PriceTag, ShownPrice } from '../rules/money/price.ts';
import { aroundPrice } from '../rules/money/written-price.ts';
import { fillTemplate, type Template } from '../rules/text/template.ts';
import { domReader } from '../widget/dom/dom-reader.ts';
import { native } from '../widget/dom/native.ts';

/**
 * The rules, run as the page runs them, with a trace. `explain/` gets all of its answers and values from here, and works
 * none out by itself: so it cannot tell another one than the page shows.
 */

export interface Step {
  readonly asked: object | undefined;
  readonly outcome: Answer | string;
}

export interface Traced<Value> {
  readonly value: Value;
  /** What was asked, in that order. */
  readonly steps: readonly Step[];
}

/** Without facts nothing is asked. Missing fields are not reported, so an explanation makes the page fetch nothing. */
function trace<Value>(facts: Facts | undefined, run: (facts: Facts) => Value): Traced<Value | undefined> {
  const steps: Step[] = [];
  const value =
    facts &&
    run({
      ...facts,
      showByPlace: (...asked) => showFromBook({ answer, formatPrice, showPrice, showRemainder }, ...asked),
      onMissingField: undefined,
      traceStep: (asked, outcome) => steps.push({ asked, outcome }),
    });
  return { value, steps };
}

export function traceCondition(condition: Condition, facts: Facts | undefined): Traced<Answer> {
  return trace(facts, (traced) => answer(condition, traced));
}

/** Whether what shows and hides an element says no: then its own condition decides nothing. */
export function isHiddenByRules(element: Element, facts: Facts | undefined): boolean {
  return trace(facts, (traced) => isHiddenAsWhole(domReader, element, traced)).value === true;
}

export function traceVisibility(rules: readonly VisibilityRule[], facts: Facts | undefined): Traced<Answer> {
  return trace(facts, (traced) => evaluateVisibility(rules, traced));
}

export function traceText(
  template: Template | undefined,
  facts: Facts | undefined,
  locale: string,
): Traced<string | undefined> {
  return trace(facts, (traced) => template && fillTemplate(template, traced, 'text', locale));
}

const priceRules = { showPrice, formatPrice, aroundPrice };

/** What a list comes to where the text says its first price. */
export function tracePrice(tag: PriceTag, facts: Facts | undefined, locale: string): Traced<ShownPrice | undefined> {
  return trace(facts, (traced) => showPriceElement(priceRules, { tag, text: '' }, traced, locale));
}

/** What is left of a price once an amount is taken off. */
export function findRemainder(tag: PriceTag, facts: Facts): Remainder | undefined {
  return decideRemainder({ answer, decidePrice, parsePrices }, tag, facts);
}

/** @param written what the owner wrote. */
export function traceBinding(
  binding: Binding,
  facts: Facts | undefined,
  locale: string,
  written = '',
): Traced<string | null | undefined | typeof unsafe> {
  const { value, steps } = trace(facts, (traced) => binding.want(traced, locale, native(document).baseURI));
  return { value: valueOf(value, written), steps };
}

/** What a clause or a condition came to; undefined also where it was not asked. */
export function answerTo({ steps }: Traced<unknown>, asked: object): Answer {
  const outcome = steps.find((step) => step.asked === asked)?.outcome;
  return typeof outcome === 'string' ? undefined : outcome;
}

/** What stands in the place of a placeholder; empty for a value that is missing. */
export function textFor({ steps }: Traced<unknown>, asked: object): string {
  const outcome = steps.find((step) => step.asked === asked)?.outcome;
  return typeof outcome === 'string' ? outcome : '';
}

export function wasAsked({ steps }: Traced<unknown>, asked: object): boolean {
  return steps.some((step) => step.asked === asked);
}
