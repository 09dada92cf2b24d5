import { attempt } from '../../rules/attempt.ts';
import { hiddenByBinding } from '../../rules/markup/evaluate.ts';
import { native } from '../dom/native.ts';

/**
 * Hides what is hidden also where the page's own CSS gives it a box (`.card { display: flex }`). A Content Security
 * Policy allows CSSOM, and `:not(#_)` gives it the weight of an id against the page's `!important`. Nothing outweighs
 * an `!important` in a layer, such as Tailwind's `flex!`: then the box is invisible and out of the way.
 */
const hidingSheet = attempt(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:is([hidden=${hiddenByBinding}],:is([data-geo-show],[data-geo-hide])[hidden='']):not(#_){display:none!important;visibility:hidden!important;position:fixed!important}`,
  );
  return sheet;
});

/** Adds the sheet to a tree, or removes it. Call it after each pass: a page may replace its sheets. */
export function styleHidden(tree: Node, isOn: boolean): void {
  attempt(() => {
    const own = native(tree as Document | ShadowRoot);
    const sheets = own.adoptedStyleSheets;
    if (hidingSheet && sheets.includes(hidingSheet) !== isOn)
      own.adoptedStyleSheets = isOn ? [...sheets, hidingSheet] : sheets.filter((sheet) => sheet !== hidingSheet);
  });
}
