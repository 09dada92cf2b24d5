import { type Binding, bindingPrefix, readBindings } from '../../rules/markup/bindings.ts';
import { unsafe, valueOf } from '../../rules/markup/evaluate.ts';
import { planBinding } from '../../rules/markup/plan.ts';
import { mayBind, sinkOf } from '../../rules/markup/sink.ts';
import { answer } from '../../rules/conditions/condition.ts';
import { type AttributeRules, readPageRules, targetOf } from '../../rules/page-rules/page-rules.ts';
import { originalAttribute } from '../../rules/markup/written.ts';
import { mayRestore } from '../../rules/markup/may-restore.ts';
import { carryOut, type Originals } from './carry-out.ts';
import { edgeReader, attributeOf, type ElementNode, encode, isElement, type MarkupNode, writeMarkup } from './nodes.ts';
import { visitorLimits } from './visitor-limits.ts';
import { type PageContext, spend } from './page-context.ts';

/** Whether its text is bound. Only an element that has ended can have its text replaced. */
export function bindsText(element: ElementNode): boolean {
  const { attributes, tag, isHtml, rules = [] } = element;
  if (attributes.has(`${bindingPrefix}text`) || attributes.has(`${bindingPrefix}currency`)) return true;
  // The page's parts have elements in them, and are not held for a text that they never get.
  if (!isHtml || !mayBind(tag) || /^(html|head|body)$/.test(tag)) return false;
  return rules.some(({ rule }) => rule.parts.some(({ target }) => target === 'text'));
}

const attributeRules: AttributeRules = { readBindings, answer };

/** What rules beside the page ask for. Where only a browser can tell whether a rule finds the element, it decides. */
function readRules(element: ElementNode, { block: { groups } }: PageContext): readonly Binding[] {
  const { rules = [] } = element;
  if (rules.length === 0) return [];
  const unsure = new Set(
    rules.filter(({ isSure }) => !isSure).flatMap(({ rule }) => rule.parts.map(({ target }) => target)),
  );
  // One of its classes may show or hide it, and goes before a rule.
  if (attributeOf(element, 'class') === undefined) unsure.add('visibility');
  const found = rules.map(({ rule }) => rule);
  return readPageRules(attributeRules, edgeReader, element, { found, groups }).filter(
    ({ name }) => !unsure.has(targetOf(name)),
  );
}

/**
 * Writes what an element's bindings ask for, as the widget would, and stores beside it what was there before.
 *
 * @returns whether any attribute has changed.
 */
export function applyBindings(element: ElementNode, context: PageContext, locale: string): boolean {
  if (!context.bindings) return false;
  const originals: Originals = {};
  const isBaseTooLong = context.base.length > visitorLimits.baseCharacters;
  const bindings = [...readBindings(edgeReader, element, context.block.groups), ...readRules(element, context)];
  for (const binding of bindings) {
    const isUrl = binding.target === 'attribute' && sinkOf(element.tag, binding.name) !== 'text';
    if (isBaseTooLong && isUrl) continue;
    const wanted = context.decide((facts) => binding.want(facts, locale, context.base));
    const value = valueOf(wanted, writtenIn(element, binding));
    if (value === undefined || value === unsafe) continue;
    spend(context, value?.length ?? 0);
    // A visitor may have typed into a field, and only the widget knows.
    if (binding.target === 'field') continue;
    if (binding.target === 'text') writeText(element, value ?? '');
    else if (binding.target !== 'attribute' || mayRestoreFrom(element, binding.name, context.base))
      carryOut(planBinding(edgeReader, element, binding, value), originals);
  }
  const hasChanged = Object.keys(originals).length > 0;
  if (hasChanged) {
    const mark = encode(JSON.stringify(originals));
    spend(context, mark.length);
    element.attributes.set(originalAttribute, mark);
  }
  return hasChanged;
}

/** Whether the widget will be able to restore what stands in an attribute now. */
function mayRestoreFrom(element: ElementNode, name: string, base: string): boolean {
  const original = attributeOf(element, name);
  return original !== undefined && mayRestore(element.tag, name, original, base);
}

/** What the owner wrote there. */
function writtenIn(element: ElementNode, { target, name }: Binding): string {
  return target === 'attribute' ? (attributeOf(element, name) ?? '') : textIn(element);
}

function textIn(element: ElementNode): string {
  return edgeReader
    .content(element)
    .filter((node) => typeof node === 'string')
    .join('');
}

function writeText(element: ElementNode, value: string): void {
  const hasElements = element.children.some((node) => isElement(node) || node.kind === 'markup');
  // In a browser, an element without content may have a text. In markup, it would stand behind it.
  if (hasElements || !element.hasEnded || !element.hasContent) return;
  // In a template, so that a browser reads the text exactly as it would have read it here.
  const original = `<template ${originalAttribute}>${writeMarkup(withoutFirstBreak(element))}</template>`;
  element.children = [
    { kind: 'text', source: passesOverBreak(element) && value.startsWith('\n') ? `\n${encode(value)}` : encode(value) },
    { kind: 'markup', source: original },
  ];
}

/** A line break that comes first in such an element is no part of its text. https://html.spec.whatwg.org/#parsing-main-inbody */
function passesOverBreak({ tag }: ElementNode): boolean {
  return tag === 'pre' || tag === 'listing';
}

function withoutFirstBreak(element: ElementNode): readonly MarkupNode[] {
  const [first, ...rest] = element.children;
  if (first?.kind !== 'text' || !passesOverBreak(element)) return element.children;
  return [{ ...first, source: first.source.replace(/^(\r\n?|\n)/, '') }, ...rest];
}
