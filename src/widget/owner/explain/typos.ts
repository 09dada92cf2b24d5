import { bindingNames, bindingPrefix, helperNames } from '../../../rules/markup/bindings.ts';
import { classPattern, hiddenClass } from '../../../rules/markup/visibility.ts';
import { honoredSlot } from '../../../rules/markup/parts.ts';
import { countryName } from '../../../rules/meant-words.ts';
import { closest } from '../../../record/closest.ts';
import { tagsThat } from '../../elements/element-table.ts';
import { sourceOf } from './source.ts';
import { knownNames } from './visitor-values.ts';
import { native } from '../../dom/native.ts';

/** Elements with a condition of their own. */
export const conditional = tagsThat((row) => row.conditional === true).join();

const bound = [...bindingNames, ...helperNames];
/** What a server writes onto its copy of the record. */
const writtenByServers = ['record', 'edge', 'choice-cookie'];
/** Attributes of our elements besides those that they follow. */
const anywhere = ['hidden', 'slot', 'style', 'class', 'id', 'lang', 'dir', 'title', 'placement', 'label'];

/**
 * Finds attributes and tags that Geolet does not know, and that look like its own.
 *
 * @param names the names of our elements.
 */
export function typosOn(element: Element, names: readonly string[]): string[] {
  const tag = native(element).localName;
  const isOurs = names.includes(tag);
  const isNone = tag.startsWith('geo-') && tag !== 'geo-t' && !isOurs && !customElements.get(tag);
  const typos = native(element)
    .getAttributeNames()
    .flatMap((attribute) => {
      if (attribute.startsWith(bindingPrefix)) return typoOfBinding(element, attribute);
      return isOurs ? typoOfElement(element, attribute) : [];
    });
  return [
    ...(isNone
      ? [`${sourceOf(element)} is not a Geolet element${didYouMean(closest(tag, names), (name) => `<${name}>`)}`]
      : []),
    ...typos,
    ...typoOfSlot(element),
    ...typosOfClasses(element),
    ...(isOurs ? missingOn(element) : []),
  ];
}

function typoOfBinding(element: Element, attribute: string): string[] {
  const name = attribute.slice(bindingPrefix.length);
  return [...bound, ...writtenByServers].includes(name)
    ? []
    : [
        `${sourceOf(element)} has ${attribute}, which is not a Geolet attribute${didYouMean(closest(name, bound), (meant) => bindingPrefix + meant)}`,
      ];
}

const classVerbs = ['show', 'hide'];

/** Page builders have nothing but classes, and nothing else says that one is misspelt. */
function typosOfClasses(element: Element): string[] {
  return [...native(element).classList].flatMap((name) => {
    if (classPattern.test(name) || name === hiddenClass) return [];
    const meant = meantClass(name);
    return meant ? [`${sourceOf(element)} has the class ${name}, which Geolet does not know; ${meant}`] : [];
  });
}

/** @returns undefined for a class that is none of ours. */
function meantClass(name: string): string | undefined {
  const [, written = '', target = ''] = /^geo[-_]?([a-z]+)[-_](.+)$/i.exec(name) ?? [];
  const verb =
    classVerbs.find((known) => known === written.toLowerCase()) ?? closest(written.toLowerCase(), classVerbs);
  if (!verb || !target) return closest(name, [hiddenClass]) && `did you mean ${hiddenClass}?`;
  const places = target.toLowerCase().split(/[-_]/);
  if (places.length === 1) return `did you mean geo-${verb}-${target}?`;
  const [country = '', state = ''] = places;
  // `CA` is Canada, too.
  const isState =
    places.length === 2 && country.length === 2 && (country === 'us' || !countryName(state.toUpperCase()));
  return isState
    ? `a class names a country or a group: for a state write data-geo-${verb}="state: ${places.join('-').toUpperCase()}", or a group of your own`
    : `a class names one country or group: did you mean ${places.map((place) => `geo-${verb}-${place}`).join(' ')}?`;
}

/** Slots that a page may write, by the parent's tag. The elements themselves put children into `geo-part`. */
const slots: Readonly<Record<string, readonly string[]>> = {
  'geo-if': ['else'],
  'geo-nearest': ['locate'],
  'geo-optout': [honoredSlot],
};

/** A child in a slot that is not there never shows. */
function typoOfSlot(element: Element): string[] {
  const name = native(element).getAttribute('slot');
  const known = slots[native(element).parentElement?.localName ?? ''];
  if (!name || !known || name === 'geo-part' || known.includes(name)) return [];
  const meant = closest(name, known) ?? known[0];
  return [
    `${sourceOf(element)} with slot="${name}" never shows: its parent has no slot of that name${didYouMean(meant, (slot) => `slot="${slot}"`)}`,
  ];
}

/** An attribute of another library is not a typo. */
function typoOfElement(element: Element, attribute: string): string[] {
  const bare = attribute.replace(/^data-/, '').replace(/^not-/, '');
  const own = followedBy(element);
  if (own.includes(attribute) || anywhere.includes(attribute)) return [];
  const meant = own.includes(bare) ? bare : meantBy(attribute, bare, element);
  const spelt = meant && attribute.replace(/^data-/, '').replace(bare, meant);
  return !spelt || native(element).hasAttribute(spelt)
    ? []
    : [
        `${sourceOf(element)} has ${attribute}, which is not ${native(element).matches(conditional) ? 'a condition' : 'a Geolet attribute'}; did you mean ${spelt}?`,
      ];
}

/** `data-price` may be for a script of the page, but `data-country` without a `country` is a typo. */
function meantBy(attribute: string, bare: string, element: Element): string | undefined {
  if (attribute.startsWith('data-')) return undefined;
  const own = followedBy(element).filter((name) => !name.startsWith('not-'));
  return closest(bare, [...own, ...(native(element).matches(conditional) ? knownNames : [])]);
}

/** The attributes that an element follows; none before its file has come. */
function followedBy(element: Element): readonly string[] {
  return (
    (Reflect.get(customElements.get(native(element).localName) ?? {}, 'observedAttributes') as
      | readonly string[]
      | undefined) ?? []
  );
}

/** Nothing reports a missing attribute, since a framework may set it a moment later. */
function missingOn(element: Element): string[] {
  return native(element).matches('geo-currency:not([prices])')
    ? [`${sourceOf(element)} has no prices, so it stays as written`]
    : [];
}

export function didYouMean(meant: string | undefined, spell: (name: string) => string): string {
  return meant ? `; did you mean ${spell(meant)}?` : '';
}
