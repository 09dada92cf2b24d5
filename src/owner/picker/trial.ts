import type { Core, PageRules } from '../../widget/api/core.ts';
import { type PageChange, rulesOfAll } from './changes.ts';
import { native } from '../../widget/dom/native.ts';
import { stylesOf } from './copied-text.ts';
import { createAdded } from './things/added.ts';
import { partsJson } from './things/block-parts.ts';

/** Shows the page with the owner's changes, in this tab alone. */
export interface Trial {
  follow(): void;
  /** Reads the page without them. The same task puts them back, so nobody sees it. */
  readonly asWritten: <Value>(read: () => Value) => Value;
  /** Which of the changes has added an element of the page. */
  indexOf(element: Element): number | undefined;
}

/**
 * @param shown the changes that the page is to show.
 * @param style what else it is to show, as CSS.
 */
export function createTrial(core: Core, shown: () => readonly PageChange[], style: () => string | undefined): Trial {
  const { block } = core;
  const added = createAdded(core);
  const styles = new CSSStyleSheet();
  let rules: PageRules | undefined;
  let parts: Readonly<Record<string, unknown>> = {};
  /** What the page shows of them, as text. */
  let tried: string | undefined;

  native(document).adoptedStyleSheets = [...native(document).adoptedStyleSheets, styles];
  core.block = (name) => parts[name] ?? block(name);

  function follow(): void {
    const drafts = rulesOfAll(shown());
    const needed = partsJson(
      shown().map(({ needs }) => needs),
      block,
    );
    const css = [stylesOf(shown()), style()].join('\n');
    const text = JSON.stringify([drafts, needed, css]);
    if (!rules) return;
    const isOther = text !== tried;
    // The page is bound anew each time.
    if (isOther) {
      tried = text;
      parts = needed;
      styles.replaceSync(css);
      rules.tryOut(drafts);
    }
    added.show(shown());
    if (isOther) core.visitor.reconsider();
  }

  void core.once('rules').then((started) => {
    rules = started;
    follow();
  });

  return {
    follow,
    indexOf: added.indexOf,
    asWritten(read) {
      rules?.tryOut([]);
      added.remove();
      tried = undefined;
      const value = read();
      follow();
      return value;
    },
  };
}
