import { make, makeButton } from './make.ts';

export interface PanelFrame {
  /** The panel's section. */
  readonly element: HTMLElement;
  /** Folds the panel to one line, with all of the page in sight. */
  foldTo(isFolded: boolean): void;
}

/**
 * What is around the panel's parts: its heading, and buttons that close, fold and move it.
 *
 * @param box the panel's place in the window.
 * @param start what stands beside the button that moves it.
 */
export function createPanelFrame(
  box: HTMLElement,
  close: () => void,
  start: readonly HTMLElement[],
  parts: readonly HTMLElement[],
): PanelFrame {
  const closing = makeButton('×', close, 'Close');
  const side = makeButton('⇄', () => box.toggleAttribute('data-other-side'), 'Other side');
  const fold = makeButton('', () => foldTo(!box.hasAttribute('data-folded')));
  for (const button of [closing, side, fold]) button.className = 'icon';
  side.title = 'To the other side of the window';
  const intro = 'Only you see these changes, in this tab, until you copy them into your site.';
  const element = make(
    'section',
    { ariaLabel: 'Change this page', hidden: true },
    make('div', { className: 'head' }, make('h2', { textContent: 'Change this page' }), fold, closing),
    make('p', { className: 'hint', textContent: intro }),
    make('div', { className: 'row start' }, ...start, side),
    ...parts,
  );

  function foldTo(isFolded: boolean): void {
    box.toggleAttribute('data-folded', isFolded);
    fold.textContent = isFolded ? '+' : '–';
    fold.ariaLabel = isFolded ? 'Unfold' : 'Fold';
    fold.title = isFolded ? 'Show the whole panel' : 'Fold the panel to one line';
  }

  return { element, foldTo };
}
