import type { Geolet } from '../api/api.ts';
import type { LazyFileStarter } from '../boot/lazy-files.ts';
import { chosen } from '../visitor/happenings.ts';
import type { SharedVisitor } from '../visitor/shared-visitor.ts';

/** The visitor's own choice, as the page's scripts make it and take it back. */
export function createOwnChoice(files: LazyFileStarter, visitor: SharedVisitor): Pick<Geolet, 'override' | 'reset'> {
  /** Counts choices and resets. A later one cancels a choice that still waits for its files. */
  let latest = 0;

  return {
    async override(words) {
      latest += 1;
      const current = latest;
      const file = await files.start('choose');
      const change = await file?.choose(words);
      if (change && current === latest) visitor.happen(chosen, change);
      return !!change;
    },
    reset() {
      latest += 1;
      if (visitor.status === 'override') void files.start('choose').then((file) => file?.announce());
      visitor.happen(chosen, () => undefined);
    },
  };
}
