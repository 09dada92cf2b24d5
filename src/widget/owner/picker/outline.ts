import { native } from '../../dom/native.ts';
import { make } from './make.ts';

/** A frame around one element of the page, over it: the page's own styles stay as they are. */
export interface Outline {
  readonly element: HTMLElement;
  /** @param isRefused it cannot be changed. */
  show(of: Element | undefined, name?: string, isRefused?: boolean): void;
}

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
    const { left, top, width, height } = native(of).getBoundingClientRect();
    const isSeen = width > 0 || height > 0;
    element.hidden = !isSeen;
    element.style.transform = `translate(${left}px, ${top}px)`;
    element.style.inlineSize = `${width}px`;
    element.style.blockSize = `${height}px`;
    caption.className = top < 30 ? 'inside' : '';
  }

  return {
    element,
    show(of, name = '', isRefused = false) {
      cancelAnimationFrame(frame);
      shown = of;
      element.hidden = !of;
      element.classList.toggle('refused', isRefused);
      caption.textContent = name;
      follow();
    },
  };
}
