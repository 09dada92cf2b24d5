import { type Binding, bindingPrefix, readBindings } from '../../rules/markup/bindings.ts';
import { evaluate, hiddenByBinding } from '../../rules/markup/evaluate.ts';
import { tokensOf } from '../../rules/markup/tokens.ts';
import { hiddenClass, isConditional } from '../../rules/markup/visibility.ts';
import { wasMark } from '../../rules/markup/written.ts';
import { mayPutBack } from '../../rules/markup/put-back.ts';
import { edgeReader } from './edge-reader.ts';
import { attributeOf, type ElementNode, encode, isElement, type MarkupNode, writeMarkup } from './nodes.ts';
import { pageLimits } from '../stream/page-limits.ts';
import type { PageContext } from './page-context.ts';
import { spend } from './room.ts';

type Attributes = Record<string, string | null>;

/** Whether its text is bound. Only an element that has ended can have its text replaced. */
export function bindsText({ attributes }: ElementNode): boolean {
  return attributes.has(`${bindingPrefix}text`) || attributes.has(`${bindingPrefix}currency`);
}

/**
 * Writes what an element's bindings ask for, as the widget would, and stores beside it what was there before.
 *
 * @returns whether any attribute has changed.
 */
export function applyBindings(element: ElementNode, context: PageContext, locale: string): boolean {
  if (!context.bindings) return false;
  const before: Attributes = {};
  const isBaseTooLong = context.base.length > pageLimits.baseCharacters;
  for (const binding of readBindings(edgeReader, element, context.groups)) {
    if (isBaseTooLong && binding.content.kind === 'url') continue;
    const value = context.decide((facts) => evaluate(binding, facts, locale, context.base));
    if (value === undefined || typeof value === 'symbol') continue;
    spend(context, value?.length ?? 0);
    write(element, binding, value, { before, base: context.base });
  }
  const hasChanged = Object.keys(before).length > 0;
  if (hasChanged) {
    const mark = encode(JSON.stringify(before));
    spend(context, mark.length);
    element.attributes.set(wasMark, mark);
  }
  return hasChanged;
}

function write(
  element: ElementNode,
  { target, name }: Binding,
  value: string | null,
  { before, base }: { readonly before: Attributes; readonly base: string },
): void {
  switch (target) {
    case 'text':
      return writeText(element, value ?? '');
    case 'class':
      return addClasses(element, tokensOf(value), before);
    case 'visibility':
      return value === null ? reveal(element, before) : hide(element, before);
    case 'attribute': {
      const was = attributeOf(element, name);
      if (was !== undefined && mayPutBack(element.tag, name, was, base)) setAttribute(element, name, value, before);
      return undefined;
    }
    // A visitor may have typed there, and only the widget knows.
    case 'field':
      return undefined;
  }
}

function writeText(element: ElementNode, value: string): void {
  const hasElements = element.children.some((node) => isElement(node) || node.kind === 'markup');
  if (hasElements || !element.hasEnded) return;
  // In a template, so that a browser reads the text exactly as it would have read it here.
  const was = `<template ${wasMark}>${writeMarkup(withoutFirstBreak(element))}</template>`;
  element.children = [
    { kind: 'text', source: passesOverBreak(element) && value.startsWith('\n') ? `\n${encode(value)}` : encode(value) },
    { kind: 'markup', source: was },
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

function addClasses(element: ElementNode, added: readonly string[], before: Attributes): void {
  const own = tokensOf(attributeOf(element, 'class'));
  const all = new Set(own);
  const missing = added.filter((token) => !all.has(token));
  if (missing.length) setAttribute(element, 'class', [...own, ...missing].join(' '), before);
}

function reveal(element: ElementNode, before: Attributes): void {
  const classes = tokensOf(attributeOf(element, 'class'));
  if (classes.includes(hiddenClass))
    setAttribute(element, 'class', classes.filter((token) => token !== hiddenClass).join(' ') || null, before);
  if (element.attributes.has('hidden') && !isConditional(element.tag)) setAttribute(element, 'hidden', null, before);
}

function hide(element: ElementNode, before: Attributes): void {
  // It hides itself, as the widget's does.
  if (isConditional(element.tag)) return;
  const isHidden = tokensOf(attributeOf(element, 'class')).includes(hiddenClass) || element.attributes.has('hidden');
  if (!isHidden) setAttribute(element, 'hidden', hiddenByBinding, before);
}

/** @param value null removes the attribute. */
function setAttribute(element: ElementNode, name: string, value: string | null, before: Attributes): void {
  const was = attributeOf(element, name);
  // Without the old value the widget could not restore it.
  if (was === undefined) return;
  if (!(name in before)) before[name] = was;
  if (value === null) element.attributes.delete(name);
  else element.attributes.set(name, encode(value));
}
