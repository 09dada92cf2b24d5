import { parseDistanceKm, parsePoint, type Point, unitIn } from '../../rules/distance.ts';
import type { Facts } from '../../rules/facts.ts';
import { formatDistance, nearestPlace, parsePlaces, type Place } from '../../rules/places.ts';
import { checkUrl } from '../../rules/url.ts';
import { fillWords, namesIn } from '../../rules/words.ts';
import type { ElementKit } from './element-kit.ts';
import type { Value } from './value.ts';

/** A file of its own: fetched by pages with a `<geo-nearest>`. */
export function define({ ValueElement, css, define: register, core }: ElementKit): void {
  /** Where the visitor is exactly, once one of them has asked the browser. In memory alone, and gone with the consent. */
  let located: Point | undefined;
  let hadRecord = false;
  const elements = new Set<GeoNearestElement>();

  /**
   * The nearest of the owner's places: `<geo-nearest places="shops" template="{name}, {distance} away" href="{url}">`.
   *
   * @attr places - the name of a list in the page's settings
   * @attr template - words with the place's fields, and `distance`
   * @attr href - makes the words a link
   * @attr within - `500km` or `300mi`: farther away than that the children show
   * @slot locate - a button that asks the browser where the visitor is; written `hidden`, it shows once there is something to ask
   * @cssState located - goes by what the browser has answered
   */
  class GeoNearestElement extends ValueElement {
    // The page's own `[hidden] { display: none !important }` gives way to a shadow tree's.
    static override styles = css`
      ${ValueElement.styles}
      ::slotted([slot=locate]) { margin-inline-start: 0.5em }
      slot[data-usable]::slotted([hidden]) { display: inline-block !important }
    `;

    static override attributes = ['places', 'template', 'href', 'within'];

    readonly #frame = document.createElement('span');
    readonly #button = document.createElement('slot');
    #locating = false;

    override connectedCallback(): void {
      super.connectedCallback();
      elements.add(this);
      // The settings, or the button, may stand behind.
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => this.requestUpdate(), { once: true });
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      elements.delete(this);
    }

    protected override get frame(): ParentNode {
      return this.#frame;
    }

    protected override createRenderRoot(): HTMLElement | DocumentFragment {
      const root = super.createRenderRoot();
      this.#button.name = 'locate';
      this.#button.addEventListener('click', (event) => event.isTrusted && this.#locate());
      this.#frame.replaceChildren(...root.childNodes);
      root.replaceChildren(this.#frame, this.#button);
      return root;
    }

    protected override follow(facts: Facts | undefined): void {
      if (hadRecord && !facts?.record) located = undefined;
      hadRecord = !!facts?.record;
      super.follow(facts);
      this.setState('located', !!located);
      this.#button.toggleAttribute('data-usable', !!facts && 'geolocation' in navigator && isSecureContext && !!this.#places());
    }

    protected override value({ record }: Facts, locale: string): Value | undefined {
      const places = this.#places();
      const template = this.#template(places ?? []);
      const point = located ?? parsePoint(record?.latitude, record?.longitude);
      if (!point) this.#nameMissingCoordinates(record?.city);
      const nearest = point && nearestPlace(places ?? [], point);
      if (!nearest || template === undefined || nearest.km > this.#within()) return undefined;
      const { place: { fields }, km } = nearest;
      const text = fillWords(template, (name) => (name === 'distance' ? formatDistance(km, unitIn(record?.countryCode?.toUpperCase()), locale) : fields.get(name)));
      return text === undefined ? text : { text, href: this.#href(fields) };
    }

    /** @returns undefined when there is no such list. */
    #places(): readonly Place[] | undefined {
      const name = this.getAttribute('places') ?? '';
      const lists = new Map<string, unknown>(Object.entries(core.block('places') ?? {}));
      const list = lists.get(name);
      const tell = (detail: string) => document.readyState === 'loading' || core.report('unusable-places', detail);
      if (Array.isArray(list)) return parsePlaces(list, (position) => tell(`${name}: place ${position + 1} of ${list.length}`));
      tell(`${this.source}: there is no such list`);
      return undefined;
    }

    #template(places: readonly Place[]): string | undefined {
      const template = this.getAttribute('template') ?? '';
      const names = namesIn(template);
      const usable = !!names?.length && names.every((name) => name === 'distance' || !places.length || places.some(({ fields }) => fields.has(name)));
      if (!usable) core.report('unusable-template', this.source);
      return usable ? template : undefined;
    }

    #within(): number {
      const written = this.getAttribute('within');
      const km = written === null ? Infinity : parseDistanceKm(written);
      if (km === undefined) core.report('unusable-places', `${this.source}: ${written}`);
      return km ?? Infinity;
    }

    /** The list is the owner's own, like the page's markup, so its addresses may be whole ones; they may not run. */
    #href(fields: Place['fields']): string | undefined {
      const written = this.getAttribute('href');
      const address = written === null ? undefined : fillWords(written, (name) => fields.get(name));
      const href = address === undefined ? address : checkUrl(address, address, 'link', document.baseURI);
      if (address !== undefined && href === undefined) core.report('unsafe-binding', `${this.source}: ${address}`);
      return href;
    }

    /** A city without coordinates is a proxy that keeps them back; a visitor's choice drops both, and so does privacy control. */
    #nameMissingCoordinates(city: string | undefined): void {
      const asks = document.querySelector('geo-nearest > [slot=locate]');
      if (city && !asks && document.readyState !== 'loading') core.report('kept-back', `${this.source}: the proxy's GEOLET_EXPOSE=latitude,longitude`);
    }

    #locate(): void {
      if (this.#locating || !this.core.facts()) return;
      this.#locating = true;
      // Only what a visitor has asked for is read out; it must be so before the words change.
      this.#frame.setAttribute('role', 'status');
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          this.#locating = false;
          if (!this.core.facts()) return;
          located = parsePoint(coords.latitude, coords.longitude);
          for (const element of elements) element.requestUpdate();
        },
        () => (this.#locating = false),
        { timeout: 30_000, maximumAge: 300_000 },
      );
    }
  }

  register('geo-nearest', GeoNearestElement);
}
