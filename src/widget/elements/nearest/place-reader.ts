import { parseDistanceKm, parsePoint, type Point, unitIn } from '../../../rules/distance.ts';
import { fieldOf, formatDistance, placesFrom } from '../../../rules/places.ts';
import { fillWords, namesIn } from '../../../rules/text/words.ts';
import type { Core } from '../../api/core.ts';
import type { Report } from '../../report.ts';
import { addLocateButton } from './locate-button.ts';
import type { HostElement, ReadPlaces } from '../lazy-parts.ts';
import { native } from '../../dom/native.ts';

/** A lazy file, fetched if a `<geo-nearest>` has a button or `within`, or if it has nothing to show, to report why. */
export default function startPlaceReader(core: Core): ReadPlaces {
  const { report, visitor, watch, isComplete } = core;
  /** The visitor's position, once the browser has given it. In memory only, and forgotten when consent is withdrawn. */
  let located: Point | undefined;
  let hadRecord = false;
  const followed = new Set<HostElement>();
  const buttons = new WeakMap<HostElement, HTMLSlotElement>();

  watch(() => {
    forget();
    for (const element of followed) {
      if (!visitor.facts) show(element, false);
      if (!visitor.facts || !element.isConnected) followed.delete(element);
    }
  });

  return (element, list, locale) => {
    forget();
    followed.add(element);
    const places = Array.isArray(list) ? list : undefined;
    const point = located ?? parsePoint(visitor.facts?.record);
    show(element, !!places);
    if (places) reportUnplaced(element, places, report);
    else if (isComplete(document)) report('unusable-places', `${element._source}: there is no such list`);
    if (!point) reportMissingCoordinates(element, core);
    const template = templateOf(element, places ?? [], report);
    const [nearest] = point ? placesFrom(point, places ?? []) : [];
    if (!nearest || template === undefined || nearest.km > withinOf(element, report)) return undefined;
    const fill = (words: string) =>
      fillWords(words, (name) =>
        name === 'distance'
          ? formatDistance(nearest.km, unitIn(visitor.facts?.record?.countryCode), locale)
          : fieldOf(nearest.written, name),
      );
    const text = fill(template);
    return text === undefined
      ? text
      : { text, href: checkLink(element, fill(element.getAttribute('href') ?? ''), core) };
  };

  function forget(): void {
    const hasRecord = !!visitor.facts?.record;
    if (hadRecord && !hasRecord) located = undefined;
    hadRecord = hasRecord;
  }

  /** @param usable whether the button has a use. */
  function show(element: HostElement, usable: boolean): void {
    if (!buttons.has(element) && element.querySelector('[slot=locate]'))
      buttons.set(element, addLocateButton(element, locate));
    buttons.get(element)?.toggleAttribute('data-usable', usable && 'geolocation' in navigator && isSecureContext);
    element._setState('located', !!located);
  }

  function locate({ coords }: GeolocationPosition): void {
    if (!visitor.facts) return;
    located = parsePoint(coords);
    visitor.reconsider();
  }
}

function reportUnplaced(element: HostElement, places: readonly unknown[], report: Report): void {
  const name = element.getAttribute('places');
  for (const [position, place] of places.entries()) {
    if (!parsePoint(place)) report('unusable-places', `${name}: place ${position + 1} of ${places.length}`);
  }
}

function templateOf(element: HostElement, places: readonly unknown[], report: Report): string | undefined {
  const template = element.getAttribute('template') ?? '';
  const names = namesIn(template);
  const usable =
    !!names?.length &&
    names.every(
      (name) => name === 'distance' || !places.length || places.some((place) => fieldOf(place, name) !== undefined),
    );
  if (!usable) report('unusable-template', element._source);
  return usable ? template : undefined;
}

function withinOf(element: HostElement, report: Report): number {
  const written = element.getAttribute('within');
  const km = written === null ? Infinity : parseDistanceKm(written);
  if (km === undefined) report('unusable-places', `${element._source}: ${written}`);
  return km ?? Infinity;
}

/** The list is the owner's own, like the page's markup, so addresses of other sites are allowed. Scripts are not. */
function checkLink(element: HostElement, address: string | undefined, { report, rules }: Core): string | undefined {
  const href = address && rules.checkUrl(address, address, 'link', element.baseURI);
  if (address && !href) report('unsafe-binding', `${element._source}: ${address}`);
  return href;
}

/**
 * A city without coordinates means that the proxy keeps them back: a choice and Global Privacy Control drop both. A
 * preview may name a city that is in no table; its control says so.
 */
function reportMissingCoordinates(element: HostElement, { report, geolet, visitor, isComplete }: Core): void {
  if (geolet.visitor?.source === 'preview') return;
  const asks = native(document).querySelector('geo-nearest > [slot=locate]');
  if (visitor.facts?.record?.city && !asks && isComplete(document))
    report('kept-back', `${element._source}: the proxy's GEOLET_EXPOSE=latitude,longitude`);
}
