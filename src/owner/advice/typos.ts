import { closest } from '../../record/closest.ts';
import { groupNames } from '../../rules/conditions/groups.ts';
import { bindingNames, bindingPrefix, helperNames } from '../../rules/markup/bindings.ts';
import { honoredSlot } from '../../rules/markup/parts.ts';
import { reachedSlot } from '../../rules/money/threshold.ts';
import { classPattern, hiddenClass } from '../../rules/markup/visibility.ts';
import { countryName, meantCountry } from '../../rules/meant-words.ts';
import { tokensOf } from '../../rules/text/normalize.ts';
import { knownNames } from './mistake-words.ts';
import { namedPlaces, nearPlaces } from './named-places.ts';
import type { KnownElements, PageReader, PageToRead } from './page-reader.ts';
import { sourceOf } from './source.ts';
import { didYouMean } from './suggestion.ts';

const bound = [...bindingNames, ...helperNames];
/** What a server writes onto its copy of the record. */
const writtenByServers = ['record', 'edge', 'choice-cookie'];
/** What scripts of maps write. */
const ofMaps = ['lat', 'lng', 'lon', 'latitude', 'longitude', 'id', 'name', 'location'];
/** Attributes of our elements besides those that they follow. */
const anywhere = ['hidden', 'slot', 'style', 'class', 'id', 'lang', 'dir', 'title', 'placement', 'label'];

type Page<Node> = Pick<PageToRead<Node>, 'reader' | 'known'>;

/** Finds attributes, classes and tags that Geolet does not know, and that look like its own. */
export function typosOn<Node>({ reader, known }: Page<Node>, element: Node): string[] {
  const tag = reader.tag(element);
  const isOurs = known.tags.includes(tag);
  const isNone = tag.startsWith('geo-') && tag !== 'geo-t' && !isOurs && !known.isDefined(tag);
  const typos = [
    ...(isNone
      ? [`is not a Geolet element${instead(tag) ?? didYouMean(closest(tag, known.tags), (name) => `<${name}>`)}`]
      : []),
    ...reader.attributeNames(element).flatMap((attribute) => {
      if (attribute.startsWith(bindingPrefix)) return typoOfBinding(attribute);
      const spelt = attribute.includes('geo') ? meantBinding(attribute) : undefined;
      if (spelt) return [`has ${attribute}, which Geolet does not read; did you mean ${spelt}?`];
      return isOurs ? typoOfElement({ reader, known }, element, attribute) : [];
    }),
    ...typoOfSlot(reader, element),
    ...tokensOf(reader.attribute(element, 'class')).flatMap(typoOfClass),
    ...(isOurs ? missingOn(reader, element) : []),
  ];
  if (!typos.length) return [];
  const source = sourceOf(reader, element);
  return typos.map((words) => `${source} ${words}`);
}

/** People write a tag for a part that has none. */
function instead(tag: string): string | undefined {
  if (tag === 'geo-else') return ': write <span slot="else" hidden> inside the <geo-if>';
  return tag === 'geo-default' ? ': write the default into the <geo-switch>, without a <geo-case>' : undefined;
}

/** What people call an attribute of ours. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['link', ['href']],
  ['url', ['href']],
  ['to', ['href']],
  ['image', ['src']],
  ['picture', ['src']],
  ['price', ['currency', 'prices']],
  ['product', ['sku']],
  ['sku', ['currency']],
  ['countries', ['country']],
  ['country', ['countries']],
  ['currencies', ['currency']],
  ['currency', ['currencies']],
  ['place', ['places']],
  ['text', ['template']],
  ['title', ['label']],
]);

/** `geo-show`, `data-geoshow` and `data_geo_show` are nearly `data-geo-show`. */
function meantBinding(attribute: string): string | undefined {
  const [, name = ''] = /^(?:data[-_:]?)?geo[-_:]?([a-z-]+)$/.exec(attribute) ?? [];
  return bound.includes(name) ? bindingPrefix + name : undefined;
}

function typoOfBinding(attribute: string): string[] {
  const name = attribute.slice(bindingPrefix.length);
  if ([...bound, ...writtenByServers, ...ofMaps].includes(name)) return [];
  const meant = otherNames.get(name)?.find((one) => bound.includes(one)) ?? closest(name, bound);
  return [`has ${attribute}, which is not a Geolet attribute${didYouMean(meant, (other) => bindingPrefix + other)}`];
}

const classVerbs = ['show', 'hide'];

/** Page builders have nothing but classes, and nothing else says that one is misspelt. */
function typoOfClass(name: string): string[] {
  if (classPattern.test(name) || name === hiddenClass) return [];
  const meant = meantClass(name);
  return meant ? [`has the class ${name}, which Geolet does not know; ${meant}`] : [];
}

/** @returns undefined for a class that is none of ours. */
function meantClass(name: string): string | undefined {
  const [, written = '', target = ''] = /^geo[-_]?([a-z]+)[-_](.+)$/i.exec(name) ?? [];
  const verb = classVerbs.find((known) => isMisspelt(known, written.toLowerCase()));
  if (!verb || !target) return closest(name, [hiddenClass]) && `did you mean ${hiddenClass}?`;
  const isPlace = (place: string) => groupNames.includes(place) || isCountry(place);
  const [, excluded = ''] = /^(?:not[-_]|!)(.+)$/i.exec(target) ?? [];
  if (isPlace(excluded.toLowerCase())) {
    const opposite = classVerbs.find((other) => other !== verb) ?? verb;
    return `did you mean geo-${opposite}-${excluded.toLowerCase()}?`;
  }
  const places = target.toLowerCase().split(/[-_]/);
  // `geo-shows-more` and `geo-show-side-bar` are another's.
  const isOurs = verb === written.toLowerCase() ? places.length === 1 || places.some(isPlace) : places.every(isPlace);
  if (!isOurs) return undefined;
  if (places.length === 1) return `did you mean geo-${verb}-${target}?`;
  const [country = '', state = ''] = places;
  // `CA` is Canada, too.
  const isState =
    places.length === 2 && country.length === 2 && (country === 'us' || !countryName(state.toUpperCase()));
  return isState
    ? `a class names a country or a group: for a state write data-geo-${verb}="state: ${places.join('-').toUpperCase()}", or a group of your own`
    : `a class names one country or group: did you mean ${places.map((place) => `geo-${verb}-${place}`).join(' ')}?`;
}

/** With letters too many, too few or in another order. With another letter it is another word: `geo-slow-in`. */
function isMisspelt(verb: string, written: string): boolean {
  if (verb[0] !== written[0] || (verb !== written && !closest(written, [verb]))) return false;
  const [short, long] = written.length < verb.length ? [written, verb] : [verb, written];
  return short.split('').every((letter) => long.includes(letter));
}

function isCountry(code: string): boolean {
  return /^[a-z]{2}$/.test(code) && countryName(code.toUpperCase()) !== undefined;
}

/** Slots that a page may write, by the parent's tag. The elements themselves put children into `geo-part`. */
const slots: ReadonlyMap<string, readonly string[]> = new Map([
  ['geo-if', ['else']],
  ['geo-currency', [reachedSlot]],
  ['geo-nearest', ['locate']],
  ['geo-optout', [honoredSlot]],
]);

/** A child in a slot that is not there never shows. */
function typoOfSlot<Node>(reader: PageReader<Node>, element: Node): string[] {
  const name = reader.attribute(element, 'slot');
  if (!name) return [];
  const parent = reader.parent(element);
  const known = parent === undefined ? undefined : slots.get(reader.tag(parent));
  if (!known || name === 'geo-part' || known.includes(name)) return [];
  const meant = closest(name, known) ?? known[0];
  return [
    `with slot="${name}" never shows: its parent has no slot of that name${didYouMean(meant, (slot) => `slot="${slot}"`)}`,
  ];
}

/** What people call the condition that a visitor is in a place, and that they are not. */
const inPlace = 'include includes in only for show show-in show-for where'.split(' ');
const notInPlace =
  'exclude excludes excluded except not not-in without hide hide-in hide-for country-not countries-not exclude-country exclude-countries'.split(
    ' ',
  );

/** @returns the condition for an attribute such as `exclude="US"`. */
function meantCondition(attribute: string, value: string): string | undefined {
  const name = attribute.replace(/^data-/, '');
  const not = notInPlace.includes(name) ? 'not-' : '';
  const places = not || inPlace.includes(name) ? (namedPlaces(value, []) ?? nearPlaces(value, [])) : undefined;
  return places && `${not}${places[0]}="${places[1]}"`;
}

/** An attribute of another library is not a typo. */
function typoOfElement<Node>({ reader, known }: Page<Node>, element: Node, attribute: string): string[] {
  const tag = reader.tag(element);
  const bare = attribute.replace(/^data-/, '').replace(/^not-/, '');
  const own = known.attributesOf(tag);
  if (own.includes(attribute) || anywhere.includes(attribute)) return [];
  const isConditional = known.conditional.includes(tag);
  const condition = isConditional && meantCondition(attribute, reader.attribute(element, attribute) ?? '');
  if (condition) return [`has ${attribute}, which is not a condition; did you mean ${condition}?`];
  const meant = own.includes(bare) ? bare : meantBy(attribute, bare, tag, known);
  const spelt = meant && attribute.replace(/^data-/, '').replace(bare, meant);
  return !spelt || reader.attribute(element, spelt) !== null
    ? []
    : [
        `has ${attribute}, which is not ${isConditional ? 'a condition' : 'a Geolet attribute'}; did you mean ${spelt}?`,
      ];
}

/** `data-price` may be for a script of the page, but `data-country` without a `country` is a typo. */
function meantBy(attribute: string, bare: string, tag: string, known: KnownElements): string | undefined {
  if (attribute.startsWith('data-')) return undefined;
  const own = known.attributesOf(tag).filter((name) => !name.startsWith('not-'));
  const other = otherNames.get(bare)?.find((name) => own.includes(name));
  return other ?? closest(bare, [...own, ...(known.conditional.includes(tag) ? knownNames : [])]);
}

/** Nothing reports a missing attribute, since a framework may set it a moment later. */
function missingOn<Node>(reader: PageReader<Node>, element: Node): string[] {
  const lacks = (name: string) => reader.attribute(element, name) === null;
  const tag = reader.tag(element);
  if (tag === 'geo-currency') {
    if (lacks('sku')) return lacks('prices') ? ['has no prices, so it stays as written'] : [];
    return lacks('prices') ? [] : ['has a sku, so its prices count for nothing: take one of the two out'];
  }
  const country = tag === 'geo-flag' ? (reader.attribute(element, 'country')?.trim() ?? '') : '';
  if (country && !/^[a-z]{2}$/i.test(country)) {
    const meant = meantCountry(country);
    return meant ? [`has a name where a code should be; did you mean country="${meant}"?`] : [];
  }
  return tag === 'geo-suggest' && lacks('href') && lacks('override')
    ? ['leads nowhere: write href="/fr/" for a page, or override="currency: EUR" for a choice']
    : [];
}
