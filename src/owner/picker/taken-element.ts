import {
  lastingSelector,
  type LastingSelector,
  type SelectorWarning,
} from '../../rules/page-rules/lasting-selector.ts';
import { notIgnored } from '../../widget/bindings/selector.ts';
import { attributeReader } from '../../widget/dom/attribute-reader.ts';
import { native } from '../../widget/dom/native.ts';
import { nameOf } from './element-name.ts';
import { listedChildren } from './element-tree.ts';
import { make, makeButton, withQuotes } from './make.ts';
import { limitsOf, refusalOf } from './what-changes.ts';

/** What the owner has chosen: its name, how rules find it, and what to know about that. */
export interface TakenElement {
  readonly element: HTMLElement;
  /** @param found undefined for a change that has its selector already: that is all there is to say. */
  show(target: Element, name: string, select: string | undefined, found?: LastingSelector): void;
  /** Offers to change all that the selector finds. */
  offerAll(count: number, act: () => void): void;
  hide(): void;
}

const warnings: Readonly<Record<SelectorWarning, string>> = {
  'of-element': 'Your builder made this name up for this one element: a copy of the element has another one.',
  long: 'This is a long way to the element: moving something around it breaks it. An id on the element lasts longer.',
  'tag-only':
    'This element has no name of its own, only its kind or its look: another one like it would change, too. Give it an id in your builder.',
};

/**
 * @param use takes another element.
 * @param list shows an element in the list of the page.
 */
export function createTakenElement(use: (other: Element) => void, list: (inner: Element) => void): TakenElement {
  const element = make('div', { className: 'taken', hidden: true });
  const offer = (words: string, other: Element) => makeButton(words, () => use(other), `${words}: ${nameOf(other)}`);

  return {
    element,
    show(target, name, select, found) {
      const notes = found ? [...found.warnings.map((warning) => warnings[warning]), ...limitsOf(target)] : [];
      const around = native(target).parentElement;
      const link = native(target).closest('a');
      const hasAround = around && around !== native(document).body && refusalOf(around) === undefined;
      const [inner] = found ? listedChildren(target) : [];
      element.hidden = false;
      element.replaceChildren(
        make(
          'p',
          {},
          make('strong', {}, ...withQuotes(name)),
          ...(select ? [' ', make('code', { textContent: select })] : []),
        ),
        ...notes.map((textContent) => make('p', { className: 'hint warning', textContent })),
        make(
          'div',
          { className: 'row' },
          ...(hasAround ? [offer(around === link ? 'The link' : 'What is around it', around)] : []),
          ...(inner ? [makeButton('What is inside it', () => list(inner))] : []),
          ...(link && link !== target && link !== around ? [offer('The link', link)] : []),
        ),
      );
    },
    offerAll(count, act) {
      const all = makeButton(`Change all ${count} of them`, act);
      element.append(make('div', { className: 'row' }, all));
      all.focus();
    },
    hide() {
      element.hidden = true;
    },
  };
}

/** How rules find an element of the page. */
export function findSelector(element: Element): LastingSelector | undefined {
  const path: Element[] = [];
  for (let at: Element | null = element; at; at = native(at).parentElement) path.push(at);
  return lastingSelector(attributeReader, path, (select) => foundBy(select).length);
}

/**
 * How rules find the `<source>`s that browsers take before a picture.
 *
 * @returns undefined where there are none; empty where nothing tells them from those of other pictures.
 */
export function findSources(element: Element): string | undefined {
  const picture = native(element).closest('picture');
  if (!picture?.querySelector('source')) return undefined;
  const found = findSelector(picture);
  return found?.count === 1 ? `${found.select} source` : '';
}

/** The elements of the page that a rule finds. */
export function foundBy(select: string): NodeListOf<Element> {
  return native(document).querySelectorAll(notIgnored(select));
}
