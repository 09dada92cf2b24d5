import { lazyFileEntries } from '../widget/boot/lazy-file-entries.ts';
import type { FetchLazyFile, LazyFiles } from '../widget/boot/lazy-files.ts';

/** The page's own imports bring the elements. Only `<geo-preview>` comes with its lazy file. */
const importedByPage = async () => ({ default: () => undefined });

/** A bundler makes a chunk of each file that `geolet.js` would fetch. It is fetched at the same moment. */
const lazyFiles: { readonly [Name in keyof LazyFiles]: () => ReturnType<typeof fetchLazyFile<Name>> } = {
  ...lazyFileEntries,
  choose: () => import('./choose.ts'),
  elements: importedByPage,
  flag: importedByPage,
  nearest: importedByPage,
  optout: importedByPage,
  select: importedByPage,
  suggest: importedByPage,
  time: importedByPage,
};

export const fetchLazyFile: FetchLazyFile = (name) => lazyFiles[name]();
