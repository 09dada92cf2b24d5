import type { Geolet } from './api.ts';
import type { LazyFileStarter } from '../boot/lazy-files.ts';
import { createOwnChoice } from '../features/own-choice.ts';
import type { OptOutState } from '../visitor/opt-out.ts';
import { consented, withdrawn } from '../visitor/happenings.ts';
import type { SharedVisitor } from '../visitor/shared-visitor.ts';

/** What of `window.geolet` concerns the page itself. */
export type PageControl = Pick<Geolet, 'version' | 'matches' | 'scan' | 'destroy'>;

/** Makes `window.geolet`. */
export function createApi(
  page: PageControl,
  visitor: SharedVisitor,
  files: LazyFileStarter,
  optOut: OptOutState,
): Geolet {
  return {
    ...page,
    ready: visitor.ready,
    get visitor() {
      return visitor.visitor;
    },
    get optOut() {
      return optOut.read();
    },
    ...createOwnChoice(files, visitor),
    refresh: visitor.refresh,
    consent: (granted) => visitor.happen(granted ? consented : withdrawn),
    price: async (asked) => (await files.once('prices'))?.price(asked),
    explain: async (subject) => (await files.start('explain'))?.explain(subject),
    inspect: async () => (await files.start('explain'))?.inspect(),
  };
}
