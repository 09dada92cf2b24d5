/**
 * The options of `startGeolet`: the settings of the script tag. `window.geoletConfig`, if the page has it, goes
 * before them.
 */
export interface GeoletOptions {
  /** The proxy's path or address. Default `/geo`. */
  readonly endpoint?: string | undefined;
  /** Milliseconds until `geo-ready` comes, with whatever is known by then. Default 2000. */
  readonly timeoutMs?: number | undefined;
  /** Hours: a younger record is used without a request. Default 24. */
  readonly freshHours?: number | undefined;
  /** Days: a younger record is used at once and renewed in the background. Default 30. */
  readonly staleDays?: number | undefined;
  /** `off`: in memory only. Default `on`. */
  readonly storage?: 'on' | 'off' | undefined;
  /** `required`: no request, and nothing is stored, before `geolet.consent(true)`. Default `granted`. */
  readonly consent?: 'granted' | 'required' | undefined;
  /**
   * When `data-geo-*` first act: `now` (the default), `load` (after the page has loaded and hydrated), `manual` (on
   * `geolet.scan()`).
   */
  readonly bindings?: 'now' | 'load' | 'manual' | undefined;
  /**
   * Where `?geo-as=` shows the page as another visitor sees it: everywhere, on this machine only, or nowhere. Default
   * `on`.
   */
  readonly preview?: 'on' | 'localhost' | 'off' | undefined;
  /**
   * The parameter of the page's address that carries a choice: `?geo-choice=DE`. `off`: none does. Default
   * `geo-choice`.
   */
  readonly choiceParameter?: string | undefined;
  /** One event with the country for the page's analytics. Default `off`. */
  readonly analytics?: 'off' | 'dataLayer' | 'gtag' | undefined;
  /** `on`: until the record comes, the page goes by the country that time zone and language suggest. Default `off`. */
  readonly guess?: 'on' | 'off' | undefined;
  /**
   * `on`: one summary for the page's owner on the console, once the page has loaded. Default `auto`: on `localhost`, if
   * something is wrong.
   */
  readonly debug?: 'auto' | 'on' | 'off' | undefined;
}
