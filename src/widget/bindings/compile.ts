import type { Groups } from '../../rules/clause.ts';
import { type Binding, bindingPrefix, readBindings, type Target } from '../../rules/markup/bindings.ts';
import { domReader } from '../dom-reader.ts';
import { type Report, valueOf } from '../report.ts';
import type { BoundSlot, CompiledBinding } from './bound-slot.ts';
import { classSlot } from './classes.ts';
import { fieldSlot } from './field-values.ts';
import { attributeSlot, type Slot, textSlot } from './slot.ts';
import { visibilitySlot } from './visibility.ts';
import { native } from '../native.ts';

/** A page that makes templates up would grow the cache for ever. */
const maxSets = 5000;

/** Compiles what the attributes of an element ask for, once for each distinct set of them. */
export function createCompiler(
  groups: () => Groups | undefined,
  report: Report,
): (element: Element) => readonly CompiledBinding[] {
  const compiled = new Map<string, readonly CompiledBinding[]>();
  return (element) => {
    const key = keyOf(element);
    const known = compiled.get(key);
    if (known) return known;
    if (compiled.size >= maxSets) compiled.clear();
    const tag = domReader.tag(element);
    const bindings = valueOf(readBindings(domReader, element, groups()), report);
    const made = bindings.map((binding) => compile(binding, tag));
    compiled.set(key, made);
    return made;
  };
}

/** The same for elements with the same bindings, and for no others: the length says where a value ends. */
function keyOf(element: Element): string {
  const own = native(element);
  // An element of SVG or MathML, or one that was made in a frame, is not an `HTMLElement` of this page.
  let key = element instanceof HTMLElement ? own.localName : `other ${own.localName}`;
  if (key === 'input') key += ` ${domReader.inputType(element)}`;
  for (const name of own.getAttributeNames()) {
    if (name !== 'class' && !name.startsWith(bindingPrefix)) continue;
    const value = own.getAttribute(name) ?? '';
    if (name !== 'class' || value.includes('geo-')) key += ` ${name} ${value.length} ${value}`;
  }
  return key;
}

/** Binds an element. @returns the first of its slots; null if it has no usable binding. */
export function bindSlots(bindings: readonly CompiledBinding[]): BoundSlot | null {
  let next: BoundSlot | null = null;
  for (const compiled of bindings) next = { compiled, next, original: undefined, written: undefined, retries: 0 };
  return next;
}

function compile(binding: Binding, tag: string): CompiledBinding {
  return {
    binding,
    slot: slots[binding.target] ?? attributeSlot(binding.name),
    isForm: tag === 'form',
    // A custom element renders its attributes, and a list shows a copy of its chosen option.
    changesContent: /-|select/.test(tag),
    facts: undefined,
    locale: '',
    wanted: undefined,
    lastWritten: undefined,
  };
}

const slots: Partial<Record<Target, Slot>> = {
  text: textSlot,
  class: classSlot,
  field: fieldSlot,
  visibility: visibilitySlot,
};
