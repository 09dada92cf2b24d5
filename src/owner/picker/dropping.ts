import { native } from '../../widget/dom/native.ts';
import { backgroundOf } from './background.ts';
import { isPictureFile, whyNotShown } from './picture-file.ts';
import type { What } from './what-changes.ts';

export interface DropEvents {
  /** Files that are dropped while the panel is closed are the page's own matter. */
  isOpen(): boolean;
  /** What the panel is about: a file that is dropped on the panel is for that. */
  target(): Element | undefined;
  over(picture: Element | undefined): void;
  take(picture: Element, what: What, file: File): void;
  say(words: string): void;
}

/** A file that is dropped on a page opens in its place, and what the owner has written is out of sight. */
export function watchDrops(
  box: HTMLElement,
  signal: AbortSignal,
  { isOpen, target, over, take, say }: DropEvents,
): void {
  const listen = (type: 'dragover' | 'drop' | 'dragleave', act: (event: DragEvent) => void): void => {
    addEventListener(
      type,
      (event) => {
        if (!isOpen() || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        act(event);
      },
      { capture: true, signal },
    );
  };
  /** The uppermost picture or background there. What lies over it may be a link, or a sheet of colour. */
  const at = (event: DragEvent): Element | undefined =>
    (event.composedPath().includes(box)
      ? [target()]
      : native(document).elementsFromPoint(event.clientX, event.clientY)
    ).find((element) => element && whatOfPicture(element));

  listen('dragover', (event) => over(at(event)));
  listen('dragleave', ({ relatedTarget }) => relatedTarget || over(undefined));
  listen('drop', (event) => {
    // The page may have a place for files, too.
    event.stopPropagation();
    over(undefined);
    const picture = at(event);
    const what = picture && whatOfPicture(picture);
    const [file] = event.dataTransfer?.files ?? [];
    if (!picture || !what || !file)
      say('Drop the file of a picture on a picture, or on an element with a background picture.');
    else if (!isPictureFile(file)) say(whyNotShown(file));
    else take(picture, what, file);
  });
}

/** What of an element is changed by a picture that is dropped on it. */
function whatOfPicture(element: Element): 'src' | 'background' | undefined {
  if (native(element).localName === 'img') return 'src';
  return backgroundOf(element) === undefined ? undefined : 'background';
}
