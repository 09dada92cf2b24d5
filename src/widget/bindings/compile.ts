import type { Groups } from '../../rules/conditions/clause.ts';
import type { Facts } from '../../rules/facts.ts';
import { unsafe, type Wanted } from '../../rules/markup/evaluate.ts';
import { type Binding, bindingPrefix, type Target } from '../../rules/markup/bindings.ts';
import { visibilityTokens } from '../../rules/markup/visibility.ts';
import type { Note } from '../../rules/mistake.ts';
import { attributeReader } from '../dom/attribute-reader.ts';
import { openingTagOf } from '../dom/opening-tag.ts';
import type { Report } from '../report.ts';
import type { BindingSource } from './selector.ts';
import { fieldTarget } from './field-values.ts';
import { attributeTarget, classTarget, textTarget, visibilityTarget, type WriteTarget } from './write-target.ts';
import { native } from '../dom/native.ts';

/** A binding, ready to be carried out. Elements with the same attributes share one, and what it caches. */
export interface CompiledBinding {
  readonly binding: Binding;
  readonly target: WriteTarget;
  /** Whether markup can replace the element's members: `native.ts`. */
  readonly isForm: boolean;
  /** Whether a write makes the browser or the page change the element's content. */
  readonly changesContent: boolean;
  /** What the binding wants, for these facts in this language. Undefined for "as written". */
  wanted: Wanted;
  facts: Facts | undefined;
  locale: string;
  /** What was written last, to any element. */
  lastWritten: string | null | undefined;
  /** The owner's values by what was written in their place, of any element. */
  readonly originals: Map<string | null | undefined, string | null | undefined>;
}

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

/**
 * Asks a binding what it wants for other facts, or in another language, and caches that.
 *
 * @returns whether it is refused: a URL that data may not write.
 */
export function refreshWanted(compiled: CompiledBinding, facts: Facts, locale: string): boolean {
  compiled.facts = facts;
  compiled.locale = locale;
  compiled.wanted = undefined;
  compiled.originals.clear();
  const wanted = compiled.binding.want(facts, locale, native(document).baseURI);
  if (wanted === unsafe) return true;
  compiled.wanted = wanted;
  return false;
}
