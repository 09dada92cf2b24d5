import { visibilityRules, type WrittenRule } from '../advice/asked-conditions.ts';
import {
  type Binding,
  bindingNames,
  bindingPrefix,
  type Content,
  helperNames,
  whenEntries,
  readBindings,
  readPriceList,
} from '../../rules/markup/bindings.ts';
import { unsafe } from '../../rules/markup/evaluate.ts';
import type { AttributeReader } from '../../rules/markup/reader.ts';
import { hiddenClass, isConditional } from '../../rules/markup/visibility.ts';
import { mayBind, mayPrefill, sinkOf } from '../../rules/markup/sink.ts';
import { attributeNamesOf, attributeOf, classesOf, closestAround } from '../../widget/dom/nodes.ts';
import { hasFailedToLoad, hasGivenUp } from '../../widget/bindings/retries.ts';
import { domReader } from '../../widget/dom/dom-reader.ts';
import { hasSameWords } from '../../rules/text/normalize.ts';
import { asksForPrice, deliveryWordsIn } from '../../rules/text/template.ts';
import { missingListSentence } from '../advice/price-mistakes.ts';
import { traceBinding, type Traced, tracePrice, traceVisibility } from '../trace-page.ts';
import { closest } from '../../record/closest.ts';
import { explainClauses, explainCondition, outcomeWords, wordOf } from './condition-words.ts';
import type { Snapshot } from './snapshot.ts';
import { explainPlan } from './delivery-words.ts';
import { explainPrices, otherPriceLine } from './price-words.ts';
import { type Part, shorten, sourceOf } from './source.ts';
import { explainTemplate } from './template-words.ts';
import { native } from '../../widget/dom/native.ts';
import type { BoundTarget } from '../../widget/bindings/bound-target.ts';
import type { Core } from '../../widget/api/core.ts';

/** Explains every binding of an element: why its target reads as it does. */
export function explainBindings(element: Element, snapshot: Snapshot, core: Core): Part[] {
  const attributes = attributeNamesOf(element).filter((name) => name.startsWith(bindingPrefix));
  const values = attributes
    .map((name) => name.slice(bindingPrefix.length))
    .filter((name) => !helperNames.includes(name) && name !== 'show' && name !== 'hide');
  const rules = visibilityRules(domReader, element, snapshot.facts?.groups);
  const unbound = whyUnbound(element, snapshot, core);
  const isLimited = attributes.includes(`${bindingPrefix}when`);
  return [
    ...(rules.length ? [explainVisibility(element, rules, snapshot, unbound)] : []),
    ...values.map((name) => explainValue(element, name, snapshot, { core, unbound })),
    ...(isLimited && !values.length
      ? [{ head: 'data-geo-when limits the bindings of its own element, and this one has none', lines: [] }]
      : []),
  ];
}

/** Whether the element is hidden now, by a binding or by its markup. */
export function isHidden(element: Element): boolean {
  return attributeOf(element, 'hidden') !== null || classesOf(element).includes(hiddenClass);
}

function explainVisibility(
  element: Element,
  rules: readonly WrittenRule[],
  snapshot: Snapshot,
  unbound: string | undefined,
): Part {
  const traced = traceVisibility(rules, snapshot.facts);
  const isNo = unbound === undefined && traced.value === false;
  const isYes = unbound === undefined && traced.value === true;
  // A conditional element hides itself, without the attribute, and its own condition decides too.
  const isConditionalToo = isConditional(domReader.tag(element));
  const isHiddenNow = isHidden(element) || (isNo && isConditionalToo);
  const visible = isConditionalToo ? 'may show' : 'shows';
  return {
    head: `${sourceOf(element)} ${isHiddenNow ? 'is hidden' : visible}, ${unbound ?? whyVisible()}`,
    lines: [
      ...(!isHiddenNow && getComputedStyle(element).display === 'none'
        ? ["it does not show: the page's own CSS hides it. Write hidden in its place, which Geolet takes away"]
        : []),
      ...rules.flatMap(({ source, entries, condition }) => [
        `${source} ${outcomeWords(traced, condition, snapshot)}`,
        ...explainClauses(entries, condition, traced, snapshot).map(indent),
      ]),
    ],
  };

  function whyVisible(): string {
    if (isNo && !isHiddenNow) return 'until the focus has left it';
    return isNo || isYes ? 'because of its conditions' : 'as written: the answer is unknown';
  }
}

function explainValue(
  element: Element,
  name: string,
  snapshot: Snapshot,
  { core, unbound }: { readonly core: Core; readonly unbound: string | undefined },
): Part {
  const attribute = `${bindingPrefix}${name}="${attributeOf(element, bindingPrefix + name) ?? ''}"`;
  const asWritten = (...why: string[]): Part => ({ head: `${attribute} leaves it as written`, lines: why });
  if (!bindingNames.includes(name)) return explainUnknownName(name);
  if (unbound !== undefined) return asWritten(unbound);
  const unsafeBecause = whyUnsafe(element, name);
  if (unsafeBecause) return asWritten(`unsafe-binding: ${unsafeBecause}`);
  const refusal = explainWhen(element, snapshot);
  if (refusal) return asWritten(...refusal);
  const mistakeLines: string[] = [];
  const bindings = readBindings(domReader, element, snapshot.facts?.groups, (code, text) => {
    if (text === bindingPrefix + name) mistakeLines.push(`${code}: ${text}`);
  });
  const binding = bindings.find((one) => one.name === name);
  if (!binding) return asWritten(...mistakeLines);
  const bound = bindingsOn(element, core).find(({ compiled }) => compiled.binding.name === name);
  // The page's own, where it is bound.
  const own = bound?.compiled.binding ?? binding;
  const traced = traceBinding(own, snapshot.facts, core.localeOf(element), bound?.original ?? '');
  const priceLines = explainPriceList(element, own.content, { snapshot, core });
  const deliveryLines = explainDeliveryPlan(element, own.content, { snapshot, core });
  const lines = [
    ...mistakeLines,
    ...explainContent(own.content ?? {}, traced, snapshot),
    ...priceLines,
    ...deliveryLines,
  ];
  if (!bound) return asWritten(...lines);
  if (hasFailedToLoad(bound)) return asWritten('the new address failed to load, so the original is back', ...lines);
  if (hasGivenUp(bound)) return explainGivenUp(attribute, lines);
  const otherWords = otherWordsLine(attributeOf(element, `${bindingPrefix}replaces`), bound);
  if (otherWords !== undefined) return asWritten(otherWords);
  if (bound.written === undefined) return asWritten(...whyLeftAlone(element, own, traced.value, snapshot), ...lines);
  return { head: `${attribute} ${whatWasWritten(bound)}`, lines };
}

/** Said where a value is for other words than the page has. */
export function otherWordsLine(
  replaces: string | null | undefined,
  { original }: Pick<BoundTarget, 'original'>,
): string | undefined {
  return !replaces || hasSameWords(replaces, original)
    ? undefined
    : `it replaces "${shorten(replaces)}", and here stands "${shorten(original ?? '')}"`;
}

function explainUnknownName(name: string): Part {
  const meant = closest(name, bindingNames);
  return {
    head: `${bindingPrefix}${name} is not a Geolet binding`,
    lines: meant ? [`did you mean ${bindingPrefix}${meant}?`] : [],
  };
}

function explainGivenUp(attribute: string, lines: readonly string[]): Part {
  return {
    head: `${attribute} has been given up`,
    lines: [`contested: another script undid each write. data-bindings="load" may end that`, ...lines],
  };
}

export function whatWasWritten({ written, original }: BoundTarget): string {
  return `has written "${shorten(written ?? '')}" instead of "${shorten(original ?? '')}"`;
}

/** Why `data-geo-when` leaves an element as written; undefined if it doesn't. */
function explainWhen(element: Element, snapshot: Snapshot): readonly string[] | undefined {
  const entries = whenEntries(domReader, element);
  const when = entries && explainCondition(entries, snapshot);
  if (!when || when.answer === true) return undefined;
  const text = attributeOf(element, `${bindingPrefix}when`);
  return [`data-geo-when="${text}" → ${wordOf(when.answer)}`, ...when.lines.map(indent)];
}

/** A line for each value in what a binding writes. */
export function explainContent(
  { prices, sku, templates = [] }: Content,
  traced: Traced<unknown>,
  snapshot: Snapshot,
): readonly string[] {
  if (!prices) return templates.flatMap((template) => explainTemplate(template, traced, snapshot));
  const shown = typeof traced.value === 'string' ? { text: traced.value } : undefined;
  return [explainPrices({ prices, sku }, shown, traced, snapshot)];
}

/** Where words are looked for. */
interface Place {
  readonly snapshot: Snapshot;
  readonly core: Core;
  /** Reads the bindings of the element, where they are not its attributes. */
  readonly reader?: AttributeReader<Element>;
}

/** What the list beside a template with `{price-currency}` comes to. */
export function explainPriceList(
  element: Element,
  { templates = [] }: Content = {},
  { snapshot, core, reader = domReader }: Place,
): readonly string[] {
  if (!templates.some(asksForPrice)) return [];
  if (reader.attribute(element, `${bindingPrefix}prices`) === null) return [missingListSentence];
  const request = readPriceList(reader, element) ?? { prices: [] };
  const traced = tracePrice(request, snapshot.facts, core.localeOf(element));
  return [explainPrices(request, traced.value, traced, snapshot)];
}

/** What the plan beside a template with a word such as `{delivery-to}` comes to. */
export function explainDeliveryPlan(
  element: Element,
  { templates = [] }: Content = {},
  { snapshot, core, reader = domReader }: Place,
): readonly string[] {
  const plan = reader.attribute(element, `${bindingPrefix}delivery`) ?? null;
  const isAsked = templates.some((template) => deliveryWordsIn(template).length > 0);
  return isAsked && plan !== null ? explainPlan((name) => (name === 'plan' ? plan : null), core, snapshot) : [];
}

/** Why nothing on the element is bound. */
export function whyUnbound(element: Element, snapshot: Snapshot, core: Core): string | undefined {
  const ignored = whyIgnored(element);
  if (ignored) return ignored;
  const tag = domReader.tag(element);
  if (!mayBind(tag) || !domReader.isHtml(element)) return `unsafe-binding: nothing is bound on <${tag}>`;
  if (!snapshot.facts) return snapshot.missing;
  if ([...core.bindings.writers].some(({ targetsOf }) => targetsOf(element) !== undefined)) return undefined;
  if (!native(element).isConnected) return 'it is not on the page';
  if (native(element).getRootNode() instanceof ShadowRoot)
    return 'it is in a shadow root, which is bound by geolet.scan(root) alone';
  if (core.settings.bindings === 'manual') return 'data-bindings="manual": nothing is bound before geolet.scan()';
  if (core.settings.bindings === 'load' && native(document).readyState !== 'complete')
    return 'data-bindings="load": the page has not loaded yet';
  return 'it is not bound yet';
}

/** What data may not write there, in words. The rules have refused it. @param reader reads the binding. */
export function whyUnsafe(
  element: Element,
  name: string,
  reader: AttributeReader<Element> = domReader,
): string | undefined {
  let isRefused = false;
  readBindings(reader, element, undefined, (code, text) => {
    isRefused ||= text === bindingPrefix + name && code === 'unsafe-binding';
  });
  if (!isRefused) return undefined;
  const tag = domReader.tag(element);
  if (name === 'text' || name === 'currency') return `the words of a ${tag} are its value: data-geo-value`;
  const type = domReader.typeOfInput(element);
  return sinkOf(tag, name) && !mayPrefill(type)
    ? `the value of <input type="${type}"> may not be set from visitor data`
    : `${name} of <${tag}> may not be set from visitor data`;
}

/** @param wanted what the rules want to be written; a symbol for a URL that they refuse. */
export function whyLeftAlone(
  element: Element,
  { name, target, content }: Binding,
  wanted: unknown,
  { facts }: Snapshot,
): string[] {
  if (wanted === unsafe && content?.prices) return [otherPriceLine(native(element).textContent ?? '', content, facts)];
  if (wanted === unsafe) return ['unsafe-binding: its address would lead where visitor data may not lead'];
  if (native(element).firstElementChild && target === 'text')
    return ['element-children: it has elements in it, which a text would remove'];
  if (!wanted) return [];
  return [
    name === 'value'
      ? 'the field was edited, or no option has this value: it stays as it is'
      : 'it has this value already',
  ];
}

export function indent(line: string): string {
  return `  ${line}`;
}

/** Where the owner has turned all of it off. */
export function whyIgnored(element: Element): string | undefined {
  const ignoring = closestAround(element, '[data-geo-ignore]');
  return ignoring ? `data-geo-ignore on ${sourceOf(ignoring)} turns it off` : undefined;
}

/** What is bound on an element so far. */
export function bindingsOn(element: Element, core: Core): readonly BoundTarget[] {
  const found: BoundTarget[] = [];
  for (const { targetsOf } of core.bindings.writers)
    for (let bound = targetsOf(element); bound; bound = bound.next) found.push(bound);
  return found;
}
