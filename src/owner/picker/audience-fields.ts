import { type Audience, everybody } from './audience.ts';
import { labelled, make, makeSelect } from './make.ts';
import { createPlaceField } from './place-field.ts';
import type { Places } from './places.ts';
import type { What } from './what-changes.ts';

/** For whom a change is. */
export interface AudienceFields {
  readonly element: HTMLElement;
  read(): Audience;
  write(audience: Audience): void;
  /** Showing and hiding is for some. A price list says itself for whom each price is. */
  follow(what: What): void;
}

/** Languages that many pages are in, by their English names. */
const languages =
  'ar bg ca cs da de el en es et fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv th tr uk vi zh';

export function createAudienceFields(
  places: Places,
  changed: () => void,
  say: (words: string) => void,
): AudienceFields {
  const scope = makeSelect([
    ['everybody', 'Everybody'],
    ['only', 'Visitors from …'],
    ['except', 'Everybody except visitors from …'],
  ]);
  const place = createPlaceField(places, changed, say);
  const device = makeSelect([
    ['', 'Any device'],
    ['desktop', 'Desktop'],
    ['mobile', 'Phone'],
    ['tablet', 'Tablet'],
  ]);
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const language = makeSelect([
    ['', 'Any language'],
    ...languages
      .split(' ')
      .map((code) => [code, names.of(code) ?? code] as const)
      .toSorted(([, one], [, other]) => one.localeCompare(other, 'en')),
  ]);
  const more = make(
    'details',
    {},
    make('summary', { textContent: 'Device and language' }),
    make('div', { className: 'row' }, labelled('Device', device), labelled('Language', language)),
  );
  const who = labelled('For whom', scope);
  const element = make('div', { className: 'audience' }, who, place.element, more);

  function follow(): void {
    place.element.hidden = scope.value === 'everybody';
  }

  scope.addEventListener('change', () => {
    follow();
    changed();
  });
  for (const field of [device, language]) field.addEventListener('change', changed);
  follow();

  return {
    element,
    read: () => ({
      scope: scope.value === 'only' || scope.value === 'except' ? scope.value : 'everybody',
      places: place.read(),
      device: device.value,
      language: language.value,
    }),
    write(audience) {
      scope.value = audience.scope;
      place.write(audience.places);
      device.value = audience.device;
      language.value = audience.language;
      more.open = !!(audience.device || audience.language);
      follow();
    },
    follow(what) {
      element.hidden = what === 'currency';
      if (what === 'currency') this.write(everybody);
      if ((what === 'show' || what === 'hide') && scope.value === 'everybody') scope.value = 'only';
      follow();
    },
  };
}
