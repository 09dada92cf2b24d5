import type { Core, PageRules } from '../../widget/api/core.ts';
import { type PageChange, rulesOfAll } from './changes.ts';

/** Shows the page with the owner's changes, in this tab alone. */
export interface Trial {
  follow(): void;
  /** Reads the page without them. The same task puts them back, so nobody sees it. */
  readonly asWritten: <Value>(read: () => Value) => Value;
}

/** @param shown the changes that the page is to show. */
export function createTrial(core: Core, shown: () => readonly PageChange[]): Trial {
  let rules: PageRules | undefined;
  /** What the page shows of them, as text. */
  let tried: string | undefined;

  function follow(): void {
    const drafts = rulesOfAll(shown());
    const text = JSON.stringify(drafts);
    // The page is bound anew each time.
    if (text === tried || !rules) return;
    tried = text;
    rules.tryOut(drafts);
  }

  void core.once('rules').then((started) => {
    rules = started;
    follow();
  });

  return {
    follow,
    asWritten(read) {
      rules?.tryOut([]);
      tried = undefined;
      const value = read();
      follow();
      return value;
    },
  };
}
