import { type Audience, everybody } from '../../../../src/owner/picker/audience.ts';
import type { PageChange } from '../../../../src/owner/picker/changes.ts';
import { everyPage } from '../../../../src/owner/picker/pages.ts';

export const only = (...places: readonly string[]): Audience => ({ ...everybody, scope: 'only', places });
export const except = (...places: readonly string[]): Audience => ({ ...everybody, scope: 'except', places });

/** A change of the heading, for everybody and on every page where nothing else is given. */
export const change = (given: Partial<PageChange> = {}): PageChange => ({
  select: 'h1',
  element: 'Heading 1',
  what: 'text',
  value: 'Hello',
  audience: everybody,
  pages: everyPage,
  ...given,
});
