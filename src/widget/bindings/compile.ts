import type { Groups } from '../../rules/conditions/clause.ts';
import { type Binding, bindingPrefix, type Target } from '../../rules/markup/bindings.ts';
import { visibilityTokens } from '../../rules/markup/visibility.ts';
import type { Note } from '../../rules/mistake.ts';
import { attributeReader } from '../dom/attribute-reader.ts';
import { openingTagOf } from '../dom/opening-tag.ts';
import type { Report } from '../report.ts';
import type { BoundTarget, CompiledBinding } from './bound-target.ts';
import type { BindingSource } from './selector.ts';
import { classTarget } from './classes.ts';
import { fieldTarget } from './field-values.ts';
import { attributeTarget, type WriteTarget, textTarget } from './write-target.ts';
import { visibilityTarget } from './visibility.ts';
import { native } from '../dom/native.ts';

/** A page that generates templates would let the cache grow without end. */
const maxSets = 5000;

/** A tree of Maps: tag, then attribute names and values. Faster than building a key string. */
interface Branch extends Map<string, Branch> {
  bindings?: readonly CompiledBinding[];
}

/** Compiles what the attributes of an element ask for, once for each distinct set of them. */
export function createCompiler(
  groups: () => Groups | undefined,
  report: Report,
  source: BindingSource,
): (element: Element) => readonly CompiledBinding[] {
  const root: Branch = new Map();
  let sets = 0;

  function compileSet(element: Element, tag: string): readonly CompiledBinding[] {
    sets++;
    if (sets % maxSets === 0) root.clear();
    const note: Note = (code) => report(code, openingTagOf(element));
    return source.read(element, groups(), note).map((binding) => compile(binding, tag));
  }

  return (element) => {
    const own = native(element);
    const tag = own.localName;
    // An element of SVG or MathML, or one that was made in a frame, is not an `HTMLElement` of this page.
    let branch = branchOf(root, element instanceof HTMLElement ? tag : `other ${tag}`);
    if (tag === 'input') branch = branchOf(branch, attributeReader.typeOfInput(element));
    for (const name of own.getAttributeNames()) {
      const value = own.getAttribute(name) ?? '';
      // Not all of the classes: some are ours.
      const tokens = name === 'class' && value.includes('geo-') && visibilityTokens(value).join();
      if (tokens) branch = branchOf(branch, tokens);
      if (name.startsWith(bindingPrefix)) branch = branchOf(branchOf(branch, name), value);
    }
    if (source.keyOf) branch = branchOf(branch, source.keyOf(element));
    branch.bindings ??= compileSet(element, tag);
    return branch.bindings;
  };
}

function branchOf(from: Branch, word: string): Branch {
  let branch = from.get(word);
  if (!branch) from.set(word, (branch = new Map()));
  return branch;
}

/**
 * Binds an element. Each target is put in front of those before it. So visibility, which `readBindings` lists last, is
 * written first: an element that gets hidden is hidden before its text changes.
 *
 * @returns the first of its targets; null if it has no usable binding.
 */
export function bindTargets(bindings: readonly CompiledBinding[]): BoundTarget | null {
  let next: BoundTarget | null = null;
  for (const compiled of bindings) next = { compiled, next, original: undefined, written: undefined, retries: 0 };
  return next;
}

function compile(binding: Binding, tag: string): CompiledBinding {
  return {
    binding,
    target: targets[binding.target] ?? attributeTarget(binding.name),
    isForm: tag === 'form',
    // A custom element renders its attributes, and a list shows a copy of its chosen option.
    changesContent: /-|select/.test(tag),
    facts: undefined,
    locale: '',
    wanted: undefined,
    lastWritten: undefined,
    originals: new Map(),
  };
}

const targets: Partial<Record<Target, WriteTarget>> = {
  text: textTarget,
  class: classTarget,
  field: fieldTarget,
  visibility: visibilityTarget,
};
