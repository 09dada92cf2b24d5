import { native } from '../../widget/dom/native.ts';
import { make } from './make.ts';

/** Lets the owner point at something of the page. */
export interface Pointing {
  /** Lies over the page, so that no click reaches the page, and frames neither. */
  readonly shield: HTMLElement;
  start(): void;
  stop(): void;
  isOn(): boolean;
}

export interface PointingEvents {
  /** @param element undefined where there is nothing. */
  over(element: Element | undefined): void;
  take(element: Element): void;
  /** By Escape. */
  ended(): void;
}

export function createPointing({ over, take, ended }: PointingEvents): Pointing {
  const shield = make('div', { className: 'shield', hidden: true });
  let stopListening = new AbortController();

  const at = ({ clientX, clientY }: MouseEvent): Element | undefined => {
    const host = shield.getRootNode();
    const all = native(document)
      .elementsFromPoint(clientX, clientY)
      .filter((element) => !(host instanceof ShadowRoot && element === host.host));
    // A link may be stretched over its card by a pseudo-element, so that all of the card is pressed.
    const found = all.find((element) => isSeenAt(element, clientX, clientY)) ?? all[0];
    return found && deepest(found, clientX, clientY);
  };

  shield.addEventListener('pointermove', (event) => over(at(event)));
  shield.addEventListener('pointerleave', () => over(undefined));
  shield.addEventListener('click', (event) => {
    event.stopPropagation();
    const element = at(event);
    if (element) take(element);
  });

  function stop(): void {
    shield.hidden = true;
    stopListening.abort();
    over(undefined);
  }

  return {
    shield,
    isOn: () => !shield.hidden,
    stop,
    start() {
      shield.hidden = false;
      stopListening = new AbortController();
      // Before the page's own listeners: a page may close a dialog of its own by Escape.
      addEventListener(
        'keydown',
        (event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopImmediatePropagation();
          stop();
          ended();
        },
        { capture: true, signal: stopListening.signal },
      );
    },
  };
}

/** Whether its own box is there, or what is in it. */
function isSeenAt(element: Element, x: number, y: number): boolean {
  const range = native(document).createRange();
  range.selectNodeContents(element);
  const isThere = ({ left, right, top, bottom }: DOMRect): boolean =>
    left <= x && x <= right && top <= y && y <= bottom;
  return [...native(element).getClientRects()].some(isThere) || [...range.getClientRects()].some(isThere);
}

/** What is pointed at inside a component, to say that rules do not reach there. */
function deepest(element: Element, x: number, y: number): Element {
  const { shadowRoot } = native(element);
  // A slot's content is the page's own.
  return shadowRoot?.elementsFromPoint(x, y).find((inner) => inner.getRootNode() === shadowRoot) ?? element;
}
