import { priceText, readPriceElement, readTextElement } from '../../rules/markup/value-element.ts';
import type { PriceTag } from '../../rules/money/price.ts';
import { aroundPrice } from '../../rules/money/written-price.ts';
import { reachedSlot } from '../../rules/money/threshold.ts';
import { tracePrice, traceText } from '../trace-page.ts';
import { whyUnknown } from './why-unknown.ts';
import { type Explain, hasState, holdsFocus } from './element-state.ts';
import { isHidden } from './binding-words.ts';
import { explainPlan } from './delivery-words.ts';
import { explainPrices, explainRemainder, otherPriceLine } from './price-words.ts';
import { type Part, shorten } from './source.ts';
import { explainTemplate } from './template-words.ts';
import { domReader } from '../../widget/dom/dom-reader.ts';
import { native } from '../../widget/dom/native.ts';

/** What a value element shows in the place of its children. */
function shownIn(element: Element): string | undefined {
  const root = native(element).shadowRoot;
  const reached = root?.querySelector<HTMLSlotElement>(`slot[name=${reachedSlot}]`);
  if (reached)
    return (
      textOf(
        native(reached)
          .assignedElements()
          .filter((child) => !isHidden(child)),
      ) || undefined
    );
  const value = root?.querySelector('[part~=value]')?.textContent ?? undefined;
  const former = value === undefined ? root?.querySelector('[part~=was]')?.textContent : undefined;
  return former ? `${former} ${native(element).textContent ?? ''}` : value;
}

function textOf(nodes: readonly Node[]): string {
  return nodes.map((node) => (node instanceof Comment ? '' : (native(node).textContent ?? ''))).join('');
}

/** Whether a child shows only once nothing is left of a price. */
function isReached(node: Node): boolean {
  return node instanceof Element && native(node).getAttribute('slot') === reachedSlot;
}

function valuePart(element: Element, wanted: string | undefined, lines: readonly string[]): Part {
  const shown = shownIn(element);
  const written = `"${shorten(textOf([...native(element).childNodes].filter((node) => !isReached(node))))}"`;
  if (shown !== undefined) return { head: `shows "${shorten(shown)}" instead of ${written}`, lines };
  const why = holdsFocus(element)
    ? 'waits for the focus to leave'
    : 'cancelled by a geo-before-update listener, or about to show';
  return {
    head: `shows ${written}, as written`,
    lines: wanted === undefined ? lines : [...lines, `"${shorten(wanted)}": ${why}`],
  };
}

export const explainText: Explain = (element, snapshot, core) => {
  const template = readTextElement(domReader, element, core.rules);
  const traced = traceText(template, snapshot.facts, core.localeOf(element));
  return valuePart(element, traced.value, explainTemplate(template, traced, snapshot));
};

export const explainCurrency: Explain = (element, snapshot, core) => {
  const tag = readPriceElement(domReader, element, core.rules);
  const trace = (asked: PriceTag) => tracePrice(asked, snapshot.facts, core.localeOf(element));
  const isGuess = snapshot.source === 'guess';
  const shown = isGuess ? undefined : trace(tag).value;
  // First why it is this price, then what is taken off it.
  const price = { ...tag, minus: null };
  const traced = trace(price);
  const why = explainPrices(price, isGuess ? undefined : traced.value, traced, snapshot);
  const text = priceText(domReader, element);
  const base = shown?.base ?? tag.prices[0];
  const { facts } = snapshot;
  const isOther = shown && base && !tag.minus && facts && !aroundPrice(text, base, core.localeOf(element), facts);
  if (isOther) return valuePart(element, undefined, [otherPriceLine(text, tag, facts), why]);
  const lines = [why, ...(isGuess ? [] : explainRemainder(tag, snapshot))];
  return valuePart(element, shown?.text || undefined, lines);
};

export const explainTime: Explain = (element, snapshot) => {
  const zone = snapshot.facts?.page.timezone;
  const place = native(element).getAttribute('timezone');
  const byPlace = native(element).getAttribute('shown-in') === 'place';
  const shownBy = byPlace ? place : `${zone}, the browser's time zone`;
  const line = zone ? `by the clock in ${shownBy}` : 'the browser gives no time zone';
  return valuePart(element, undefined, [snapshot.facts?.record ? line : snapshot.missing]);
};

export const explainDelivery: Explain = (element, snapshot, core) =>
  valuePart(
    element,
    undefined,
    explainPlan((name) => native(element).getAttribute(name), core, snapshot),
  );

export const explainNearest: Explain = (element, snapshot) => {
  const record = snapshot.facts?.record;
  const within = native(element).getAttribute('within');
  const far = within === null ? '' : `, or none is within ${within}`;
  const none = shownIn(element) === undefined ? `; there is no place to show${far}` : '';
  const isPlaced = record?.latitude && record.longitude;
  const byRecord = isPlaced ? `by the coordinates of the record${none}` : whyUnknown('near', snapshot);
  const isLocated = hasState(element, 'located');
  const line = isLocated ? "by the browser's location, which the visitor allowed" : byRecord;
  return valuePart(element, undefined, [line]);
};

export const explainFlag: Explain = (element, snapshot) => {
  const named = native(element).getAttribute('country');
  const code = named ?? snapshot.facts?.record?.countryCode;
  const shown = native(element).shadowRoot?.querySelector('[part~=flag]');
  const ofVisitor = code ? `the visitor's country is ${code}` : whyUnknown('country', snapshot);
  const line = named ? `its country attribute is ${named}` : ofVisitor;
  if (shown) return { head: `shows the flag of ${code}`, lines: [line] };
  return {
    head: 'shows its children, as written',
    lines: [code ? `${line}, which has no flag, or the flag's file is not served` : line],
  };
};
