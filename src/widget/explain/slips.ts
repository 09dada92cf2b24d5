import { bindingNames } from '../../rules/markup/bindings.ts';
import { closest } from './closest.ts';
import { knownNames } from './condition-words.ts';
import { sourceOf } from './source.ts';
import { native } from '../native.ts';

/** Elements with a condition of their own. */
export const conditional = 'geo-if,geo-case,geo-suggest';

const bound = [...bindingNames, 'when', 'ignore', 'settings'];
/** What stands on elements of ours, beside what they follow. */
const anywhere = ['hidden', 'slot', 'style', 'class', 'id', 'lang', 'dir', 'title', 'placement', 'label'];

/**
 * Attributes and tags that are nothing, and look like something of ours.
 *
 * @param names of our elements.
 */
export function slipsOn(element: Element, names: readonly string[]): string[] {
  const tag = native(element).localName;
  const isOurs = names.includes(tag);
  const isNone = tag.startsWith('geo-') && tag !== 'geo-t' && !isOurs && !customElements.get(tag);
  const slips = native(element)
    .getAttributeNames()
    .flatMap((attribute) =>
      attribute.startsWith('data-geo-')
        ? slipOfBinding(tag, attribute)
        : isOurs
          ? slipOfElement(element, attribute)
          : [],
    );
  return [
    ...(isNone ? [`there is no element <${tag}>${did(closest(tag, names), (name) => `<${name}>`)}`] : []),
    ...slips,
    ...(isOurs ? missingOn(element) : []),
  ];
}

function slipOfBinding(tag: string, attribute: string): string[] {
  const name = attribute.slice('data-geo-'.length);
  return bound.includes(name)
    ? []
    : [`<${tag}> has ${attribute}, which is nothing${did(closest(name, bound), (meant) => `data-geo-${meant}`)}`];
}

/** Somebody else's attribute is none of our business. */
function slipOfElement(element: Element, attribute: string): string[] {
  const bare = attribute.replace(/^data-/, '').replace(/^not-/, '');
  const own = followedBy(element);
  if (own.includes(attribute) || anywhere.includes(attribute)) return [];
  // `data-price` may be for a script of the page; `data-country` where there is no `country` is a slip.
  const meant = own.includes(bare)
    ? bare
    : attribute.startsWith('data-')
      ? undefined
      : closest(bare, [
          ...own.filter((name) => !name.startsWith('not-')),
          ...(native(element).matches(conditional) ? knownNames : []),
        ]);
  const spelt = meant && attribute.replace(/^data-/, '').replace(bare, meant);
  return !spelt || native(element).hasAttribute(spelt)
    ? []
    : [
        `${sourceOf(element)} has ${attribute}, which is ${native(element).matches(conditional) ? 'no condition' : 'nothing'}; did you mean ${spelt}?`,
      ];
}

/** An element whose file has not come follows nothing yet. */
function followedBy(element: Element): readonly string[] {
  return (
    (Reflect.get(customElements.get(native(element).localName) ?? {}, 'observedAttributes') as
      | readonly string[]
      | undefined) ?? []
  );
}

/** What nobody tells of where it is missing: a framework may set it a moment later. */
function missingOn(element: Element): string[] {
  return native(element).matches('geo-currency:not([prices])')
    ? [`${sourceOf(element)} has no prices, so that it stays as written`]
    : [];
}

export function did(meant: string | undefined, spell: (name: string) => string): string {
  return meant ? `; did you mean ${spell(meant)}?` : '';
}
