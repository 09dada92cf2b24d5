import { native } from '../../widget/dom/native.ts';
import { make, withQuotes } from './make.ts';

/** A frame around one element of the page, over it: the page's own styles stay as they are. */
export interface Outline {
  readonly element: HTMLElement;
  /** @param isRefused it cannot be changed. */
  show(of: Element | undefined, name?: string, isRefused?: boolean): void;
}

const captionHeight = 30;

export function createOutline(): Outline {
  const caption = make('span');
  const element = make('div', { className: 'outline', hidden: true, ariaHidden: 'true' }, caption);
  let shown: Element | undefined;
  let frame = 0;

  /** Pages move while they are read. */
  function follow(): void {
    if (!shown || !element.isConnected) return;
    place(shown);
    frame = requestAnimationFrame(follow);
  }

  function place(of: Element): void {
    const { left, top, bottom, width, height } = native(of).getBoundingClientRect();
    const isSeen = width > 0 || height > 0;
    element.hidden = !isSeen;
    element.style.transform = `translate(${left}px, ${top}px)`;
    element.style.inlineSize = `${width}px`;
    element.style.blockSize = `${height}px`;
    caption.className = captionPlace(top, bottom);
  }

  return {
    element,
    show(of, name = '', isRefused = false) {
      cancelAnimationFrame(frame);
      shown = of;
      element.hidden = !of;
      element.classList.toggle('refused', isRefused);
      caption.replaceChildren(...withQuotes(name));
      follow();
    },
  };
}

/** Outside of the element where there is room: it would hide the words that the owner is about to change. */
function captionPlace(top: number, bottom: number): string {
  if (top >= captionHeight) return '';
  return bottom + captionHeight < innerHeight ? 'below' : 'inside';
}
