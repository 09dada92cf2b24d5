import type { Condition } from '../rules/clause.ts';
import { answer } from '../rules/condition.ts';
import type { Geolet } from './api.ts';
import type { LazyFileStarter } from './lazy-files.ts';
import { createOwnChoice } from './own-choice.ts';
import type { SharedVisitor } from './visitor/shared-visitor.ts';

/** What the page's scripts can do with the page itself. */
export interface PageControl extends Pick<Geolet, 'scan' | 'destroy'> {
  readonly version: string;
  parse(condition: unknown): Condition;
}

/** Makes `window.geolet`. */
export function createApi(page: PageControl, visitor: SharedVisitor, files: LazyFileStarter): Geolet {
  return {
    version: page.version,
    ready: visitor.ready,
    get visitor() {
      return visitor.visitor;
    },
    matches(condition) {
      const parsed = page.parse(condition);
      return visitor.facts && answer(parsed, visitor.facts);
    },
    ...createOwnChoice(files, visitor),
    refresh: visitor.refresh,
    scan: page.scan,
    consent: visitor.consent,
    explain: async (subject) => (await files.start('explain'))?.explain(subject),
    inspect: async () => (await files.start('explain'))?.inspect(),
    destroy: page.destroy,
  };
}
