import { lazyFileEntries } from '../widget/boot/lazy-file-entries.ts';
import type { FetchLazyFile, FileSources } from '../widget/boot/lazy-files.ts';

/** A bundler makes a chunk of each file that `geolet.js` would fetch. It is fetched at the same moment. */
const lazyFiles: FileSources = {
  ...lazyFileEntries,
  choose: () => import('./choose.ts'),
  link: () => import('./link.ts'),
};

/** The page's own imports bring the elements, so their files never arrive. Only `<geo-preview>` comes with its lazy file. */
export const fetchLazyFile: FetchLazyFile = (name) => lazyFiles[name]?.() ?? new Promise<never>(() => undefined);
