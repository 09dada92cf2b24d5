/** What `startGeolet` may be told: the settings of the script tag. `window.geoletConfig`, where the page has it, goes before them. */
export interface GeoletOptions {
  /** The proxy's path or address. Default `/geo`. */
  readonly endpoint?: string | undefined;
  /** Milliseconds until `geo-ready` comes with what there is. Default 2000. */
  readonly timeoutMs?: number | undefined;
  /** A record younger than this is used without asking. Default 24. */
  readonly freshHours?: number | undefined;
  /** A record younger than this is used at once and refreshed behind. Default 30. */
  readonly staleDays?: number | undefined;
  /** `off`: memory only. Default `on`. */
  readonly storage?: 'on' | 'off' | undefined;
  /** `required`: no request and nothing stored before `geolet.consent(true)`. Default `granted`. */
  readonly consent?: 'granted' | 'required' | undefined;
  /** When `data-geo-*` first act: `now` (the default), `load` (after the page has loaded and hydrated), `manual` (on `geolet.scan()`). */
  readonly bindings?: 'now' | 'load' | 'manual' | undefined;
  /** Who may try the page as somebody else with `?geo-as=`: everybody, pages on this machine, nobody. Default `on`. */
  readonly preview?: 'on' | 'localhost' | 'off' | undefined;
  /** One event with the country for the page's analytics. Default `off`. */
  readonly analytics?: 'off' | 'dataLayer' | 'gtag' | undefined;
  /** `on`: until the record is there, the country that zone and language tell of. Default `off`. */
  readonly guess?: 'on' | 'off' | undefined;
  /** `on`: one summary for the page's owner on the console, once the page has loaded. Default `off`. */
  readonly debug?: 'on' | 'off' | undefined;
}
