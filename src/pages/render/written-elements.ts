import { answer } from '../../rules/conditions/condition.ts';
import type { Answer } from '../../rules/conditions/clause.ts';
import {
  casesIn,
  childrenIn,
  chooseCase,
  chooseHonored,
  choosePart,
  honoredSlot,
  nothing,
  type Part,
  readCondition,
} from '../../rules/markup/parts.ts';
import { planPart } from '../../rules/markup/plan.ts';
import { priceText, readPriceElement, readTextElement, showPriceElement } from '../../rules/markup/value-element.ts';
import { hasOwnCondition, isHiddenAsWhole, visibilityAttributes } from '../../rules/markup/visibility.ts';
import { aloneSlot } from '../../rules/markup/written.ts';
import { deliveryWords } from '../../rules/delivery/words.ts';
import { formatPrice, parsePrices, showPrice } from '../../rules/money/money.ts';
import type { ShownPrice } from '../../rules/money/price.ts';
import { aroundPrice } from '../../rules/money/written-price.ts';
import { planReached, reachedSlot } from '../../rules/money/threshold.ts';
import { fillTemplate, parseTemplate } from '../../rules/text/template.ts';
import type { PagePath, PagePlace } from './page-path.ts';
import { staysInPlace } from './content-in-place.ts';
import { carryOut } from './carry-out.ts';
import { deliveryFor, steadyText } from './page-deliveries.ts';
import {
  edgeReader,
  attributeOf,
  copyElement,
  type ElementNode,
  encode,
  isElement,
  isShadowTree,
  type MarkupNode,
} from './nodes.ts';
import { type PageContext, spend } from './page-context.ts';

/**
 * Writes what the widget's elements would show, with the same marks, so that they take the page over as they find it.
 * Shadow trees are declarative. https://html.spec.whatwg.org/#attr-template-shadowrootmode
 */

/** Elements whose children decide what shows. */
export function isConditional({ tag }: ElementNode): boolean {
  return tag === 'geo-if' || tag === 'geo-switch' || tag === 'geo-optout';
}

export function isValueElement({ tag }: ElementNode): boolean {
  return tag === 'geo-text' || tag === 'geo-currency' || tag === 'geo-delivery';
}

const valueRules = { parsePrices, showPrice, formatPrice, aroundPrice, parseTemplate };

/** Writes the shadow tree of a value, unless the element stays as written. The children stay where they are. */
export function applyValue(element: ElementNode, context: PageContext, locale: string): void {
  const value = valueOf(element, context, locale);
  if (!value) {
    // Without a shadow tree, what is for later could show itself.
    if (childrenIn(edgeReader, element, reachedSlot).some(mayShow)) setShadowTree(element, '<slot></slot>', context);
    return;
  }
  const was = value.was === undefined ? '' : `<s part="was">${encode(value.was)}</s> `;
  const text = value.isReached ? `<slot name="${reachedSlot}"><slot></slot></slot>` : encode(value.text);
  const [before, after] = (value.around ?? ['', '']).map(encode);
  const shown = text || !was ? `${before}<bdi part="value">${text}</bdi>${after}` : '<slot></slot>';
  setShadowTree(element, `${was}${shown}`, context);
  if (value.isReached) carryOut(planReached(edgeReader, element, true));
}

function valueOf(element: ElementNode, context: PageContext, locale: string): ShownPrice | undefined {
  if (element.tag === 'geo-delivery') {
    const { block, facts, nowMs, timezone = '' } = context;
    const { written, promise } =
      deliveryFor(block.deliveries, (name) => attributeOf(element, name), facts, nowMs) ?? {};
    const words = promise && deliveryWords(written?.template, promise, { nowMs, timezone, locale });
    const text = steadyText(words, nowMs);
    return text === undefined ? undefined : { text };
  }
  if (element.tag === 'geo-text') {
    const template = readTextElement(edgeReader, element, valueRules);
    const text = template && context.decide((facts) => fillTemplate(template, facts, 'text', locale));
    return text === undefined ? undefined : { text };
  }
  const tag = readPriceElement(edgeReader, element, valueRules);
  const request = { tag, text: priceText(edgeReader, element) };
  return context.decide((facts) => showPriceElement(valueRules, request, facts, locale));
}

/** How conditional elements may be written. */
export interface ConditionalSettings {
  readonly context: PageContext;
  /** The tag that begins a style sheet, or undefined where the page's policy allows none. */
  readonly style: string | undefined;
  /** Open elements that change how a browser reads what is copied to here: `content-in-place.ts`. */
  readonly around: ReadonlySet<string>;
  /** Where it stands, for the rules beside the page. Undefined: there are none. */
  readonly tree?: { readonly path: PagePath; readonly place: PagePlace } | undefined;
}

/** Shows the parts of a `geo-if` or `geo-switch` that its conditions ask for, and that of a `geo-optout`. */
export function applyConditional(element: ElementNode, settings: ConditionalSettings): void {
  if (element.tag === 'geo-if') applyIf(element, settings);
  else if (element.tag === 'geo-switch') applySwitch(element, settings);
  else applyOptOut(element, settings);
}

const asWritten: Part<ElementNode> = { kind: 'written' };

function applyIf(element: ElementNode, settings: ConditionalSettings): void {
  const decided = decide(element, settings.context);
  const part = decided ? choosePart(edgeReader, element, decided.answer) : asWritten;
  show(element, mayBeWritten(part, settings) ? part : asWritten, settings);
}

/** What shows without the signal, a button, is left to the browser, which knows whether it is pressed. */
function applyOptOut(element: ElementNode, settings: ConditionalSettings): void {
  const part = settings.context.facts.page.gpc ? chooseHonored(edgeReader, element) : asWritten;
  show(element, mayBeWritten(part, settings) ? part : asWritten, settings);
}

/** Whether a browser would keep the part where it is written. Otherwise it is left to the browser. */
function mayBeWritten(part: Part<ElementNode>, { around }: ConditionalSettings): boolean {
  return part.kind !== 'template' || staysInPlace(part.template.children, around);
}

function applySwitch(element: ElementNode, settings: ConditionalSettings): void {
  const { context } = settings;
  const cases = casesIn(edgeReader, element);
  // Where only the browser can decide a case, it comes before all that follow.
  const first = cases.find((child) => (decide(child, context) ?? { answer: true }).answer);
  const isDecided = first && decide(first, context) && isHidden(first, context) !== undefined;
  const part = isDecided ? choosePart(edgeReader, first, true) : asWritten;
  const chosen = isDecided && mayBeWritten(part, settings) ? first : undefined;
  for (const child of cases)
    if (!child.attributes.has('data-geo-ignore')) show(child, child === chosen ? part : asWritten, settings);
  show(element, chooseCase(chosen), settings);
}

/** @returns undefined if only the browser can decide the element's condition. */
function decide(element: ElementNode, context: PageContext): { readonly answer: Answer } | undefined {
  const condition = readCondition(edgeReader, element, context.block.groups);
  return condition && context.decide((facts) => ({ answer: answer(condition, facts) }));
}

/** Whether an element is hidden as a whole. Undefined if only the browser can decide that. */
function isHidden(host: ElementNode, context: PageContext): boolean | undefined {
  const isReadable = visibilityAttributes.every((name) => attributeOf(host, name) !== undefined);
  return isReadable ? context.decide((facts) => isHiddenAsWhole(edgeReader, host, facts)) : undefined;
}

/** Shows a part of an element, with its shadow tree. */
function show(host: ElementNode, chosen: Part<ElementNode>, { context, style }: ConditionalSettings): void {
  const isHiddenNow = isHidden(host, context);
  const shown = isHiddenNow === undefined ? asWritten : chosen;
  const copy = (template: ElementNode) => copyOf(host, template, context);
  const { alone, isOff, changes } = planPart(edgeReader, host, isHiddenNow ? nothing : shown, copy);
  carryOut(changes);
  const showsAll = !alone;
  const slotForNo = host.tag === 'geo-optout' ? honoredSlot : 'else';
  // Without a shadow tree, an element for no could show itself: by a condition of its own, or without `hidden`.
  if (showsAll && !childrenIn(edgeReader, host, slotForNo).some(mayShow)) return;
  const rules = `${alone && isOff ? ':host{display:none!important}' : ''}::slotted(geo-t){display:contents!important}`;
  const sheet = style === undefined ? '' : `${style}${rules}</style>`;
  const [all, single] = showsAll ? ['', ' hidden'] : [' hidden', ''];
  setShadowTree(
    host,
    `${sheet}<slot${all}></slot><slot name="${slotForNo}" hidden></slot><slot name="${aloneSlot}"${single}></slot>`,
    context,
  );
}

function mayShow(child: ElementNode): boolean {
  return child.tag !== 'template' && (hasOwnCondition(edgeReader, child) || !child.attributes.has('hidden'));
}

/**
 * The copy of a template's content, behind the template. A slot takes no text by name, so text gets an element
 * without a box.
 */
function copyOf(host: ElementNode, template: ElementNode, context: PageContext): readonly ElementNode[] {
  const copies = template.children.flatMap((node): ElementNode[] => {
    if (node.kind === 'comment') return [];
    const copy = copyElement(isElement(node) ? node : wrapped(node), context);
    copy.attributes.set('slot', aloneSlot);
    return [copy];
  });
  const behind = host.children.indexOf(template) + 1;
  // Not `splice`: a call takes only so many arguments.
  host.children = [...host.children.slice(0, behind), ...copies, ...host.children.slice(behind)];
  return copies;
}

function wrapped(text: MarkupNode): ElementNode {
  return {
    kind: 'element',
    tag: 'geo-t',
    isHtml: true,
    attributes: new Map(),
    hasContent: true,
    children: [text],
    hasEndTag: true,
    hasEnded: true,
  };
}

/** An element has one shadow tree. As the widget does, ours takes the place of one that the page has. */
function setShadowTree(host: ElementNode, content: string, context: PageContext): void {
  spend(context, content.length);
  const others = host.children.filter((node) => !isElement(node) || !isShadowTree(node));
  const tree = { kind: 'markup', source: `<template shadowrootmode="open">${content}</template>` } as const;
  host.children = [tree, ...others];
}
