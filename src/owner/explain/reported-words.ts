import { closest } from '../../record/closest.ts';
import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import type { Reported } from '../../widget/report.ts';
import { ruleMeaning } from './rule-words.ts';
import { settingSentence } from '../advice/setting-mistakes.ts';
import { settingsBlock } from './settings-block.ts';

/** What a report means here, where that is more than its code says and not in the markup of one element. */
interface Meaning {
  readonly words: string;
  readonly element?: Element;
}

/** @returns undefined where the entry in `docs/errors.md` says all that is known. */
export function meaningOf({ code, detail }: Reported, core: Core): Meaning | undefined {
  if (detail.startsWith('rules')) {
    const ofRule = ruleMeaning(code, detail, core);
    return ofRule === undefined ? undefined : { words: ofRule };
  }
  if (code === 'unusable-places') return placesMeaning(detail, core);
  const words = code === 'bad-settings' ? settingSentence(detail, settingsBlock()?.text ?? '') : undefined;
  return words ? { words } : undefined;
}

/** @param detail `<geo-nearest …>: there is no such list`, `<geo-nearest …>: 5`, or `shops: place 1 of 3`. */
function placesMeaning(detail: string, core: Core): Meaning | undefined {
  const lists = Object(core.block('places')) as Readonly<Record<string, unknown>>;
  const elements = [...native(document).querySelectorAll('geo-nearest')];
  const element = elements.find((one) => detail.startsWith(core.openingTagOf(one)));
  if (element) {
    const within = native(element).getAttribute('within');
    const words = detail.endsWith(': there is no such list')
      ? listSentence(native(element).getAttribute('places') ?? '', Object.keys(lists))
      : `within="${within}" is not a distance: write a number and its unit, such as within="500km"`;
    return { words: `${core.openingTagOf(element)}: ${words}`, element };
  }
  const [, list = '', position = ''] = /^([^:]*): place (\d+) of \d+$/.exec(detail) ?? [];
  const places = lists[list];
  return Array.isArray(places) ? { words: placeSentence(list, position, places[Number(position) - 1]) } : undefined;
}

function listSentence(name: string, names: readonly string[]): string {
  const meant = closest(name, names);
  const fix = meant
    ? `; did you mean places="${meant}"?`
    : `: write it there, such as { "places": { "${name || 'shops'}": [{ "name": "Porto", "latitude": 41.14, "longitude": -8.61 }] } }`;
  return `the settings block has no list of places "${name}"${fix}`;
}

function placeSentence(list: string, position: string, place: unknown): string {
  const others = Object.keys(Object(place) as object).filter((key) => /^(?:lat|lng|lon|long|coordinates)$/i.test(key));
  const found = others.length ? ` but ${others.join(' and ')}` : '';
  return `place ${position} of the list "${list}" has no usable latitude and longitude${found}: write "latitude": 41.14, "longitude": -8.61, south and west negative`;
}
