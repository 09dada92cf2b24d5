// Not of `Event`, in whose place MooTools puts another.

/** On a conditional element that begins to show its content because its condition is answered with yes. */
export class GeoMatchEvent extends CustomEvent<null> {
  constructor() {
    super('geo-match', { bubbles: true, composed: true });
  }
}

/** On a conditional element whose condition is no longer answered with yes. */
export class GeoUnmatchEvent extends CustomEvent<null> {
  constructor() {
    super('geo-unmatch', { bubbles: true, composed: true });
  }
}

/** On a value element before it shows another value. Cancelled, the element stays as it is. */
export class GeoBeforeUpdateEvent extends CustomEvent<null> {
  /** The text about to be shown. */
  readonly value: string;
  constructor(value: string) {
    super('geo-before-update', { bubbles: true, composed: true, cancelable: true });
    this.value = value;
  }
}

declare global {
  interface HTMLElementEventMap {
    'geo-match': GeoMatchEvent;
    'geo-unmatch': GeoUnmatchEvent;
    'geo-before-update': GeoBeforeUpdateEvent;
  }
}
