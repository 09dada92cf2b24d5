import { parsePoint, unitIn } from '../../../rules/distance.ts';
import type { Facts } from '../../../rules/facts.ts';
import { fieldOf, formatDistance, placesFrom } from '../../../rules/places.ts';
import { fillWords } from '../../../rules/text/words.ts';
import type { Core } from '../../api/core.ts';
import type { ElementKit } from '../base/element-kit.ts';
import type { Value } from '../base/value.ts';

/** A lazy file, fetched by pages with a `<geo-nearest>`. */
export default function defineNearest(core: Core, { ValueElement, define, ownAccessor }: ElementKit): void {
  const placeReader = core.lazy('places');
  /** Whether any of them has a button: the position that the browser then gives holds for all of them. */
  let hasButton = false;

  /**
   * Shows the nearest of your places: `<geo-nearest places="shops" template="{name}, {distance} away" href="{url}">`.
   *
   * The button, `within`, and visitors without coordinates need one more file, `geolet-places.js`.
   *
   * @example
   * <script type="application/json" data-geo-settings>
   *   { "places": { "shops": [
   *     { "name": "Berlin", "latitude": 52.52, "longitude": 13.4 },
   *     { "name": "New York", "latitude": 40.73, "longitude": -74 },
   *     { "name": "Osaka", "latitude": 34.67, "longitude": 135.49 }
   *   ] } }
   * </script>
   * <geo-nearest places="shops" template="Our shop in {name} is {distance} away">Shops in Berlin, New York and Osaka</geo-nearest>
   * @attr places - the name of a list in the page's settings
   * @attr template - text with the place's fields, and `distance`
   * @attr href - makes the text a link
   * @attr within - `500km` or `300mi`: if the place is farther away, the children show
   * @slot locate - a button that asks the browser for the visitor's location; write it with `hidden`: it shows when it can be used
   * @cssState located - the position comes from the browser
   */
  class GeoNearestElement extends ValueElement {
    static override properties = { places: ownAccessor, template: ownAccessor, href: ownAccessor, within: ownAccessor };

    protected override _value({ record }: Facts, locale: string): Value | undefined {
      const list: unknown = Reflect.get(Object(core.block('places')), this.getAttribute('places') ?? '');
      const template = this.getAttribute('template') ?? '';
      const from = parsePoint(record);
      hasButton ||= !!this.querySelector('[slot=locate]');
      const read = hasButton ? placeReader() : undefined;
      if (!read && from && Array.isArray(list) && this.getAttribute('within') === null) {
        const places = placesFrom(from, list);
        const [nearest] = places;
        const fill = (words: string) =>
          nearest &&
          fillWords(words, (name) =>
            name === 'distance'
              ? formatDistance(nearest.km, unitIn(record?.countryCode), locale)
              : fieldOf(nearest.written, name),
          );
        const text = fill(template);
        const address = fill(this.getAttribute('href') ?? '');
        const href = address && core.rules.checkUrl(address, address, 'link', this.baseURI);
        if (text && text !== template && places.length === list.length && !address === !href) return { text, href };
      }
      // The rest needs the lazy file, or is a mistake. While the parser runs, the list may still come.
      return (core.isComplete(document) ? placeReader() : read)?.(this, list, locale);
    }
  }

  define('geo-nearest', GeoNearestElement);
}
