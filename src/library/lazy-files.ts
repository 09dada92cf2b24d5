import type { FetchLazyFile, LazyFiles } from '../widget/lazy-files.ts';

/** The page's own imports bring the elements. Only `<geo-preview>` comes with its lazy file. */
const importedByPage = async () => ({ start: () => undefined });

/** A bundler makes a chunk of each file that `geolet.js` would fetch. It is fetched at the same moment. */
const lazyFiles: { readonly [Name in keyof LazyFiles]: () => ReturnType<typeof fetchLazyFile<Name>> } = {
  elements: importedByPage,
  flag: importedByPage,
  nearest: importedByPage,
  select: importedByPage,
  suggest: importedByPage,
  time: importedByPage,
  analytics: () => import('../widget/analytics.ts'),
  choices: () => import('../widget/elements/choice-controls.ts'),
  choose: () => import('./choose.ts'),
  conditions: () => import('../widget/lazy-conditions.ts'),
  continents: () => import('../widget/continent-names.ts'),
  edge: () => import('../widget/edge.ts'),
  explain: () => import('../widget/explain/explain.ts'),
  guess: () => import('../widget/visitor/guess.ts'),
  media: () => import('../widget/failed-media.ts'),
  money: () => import('../widget/money/estimates.ts'),
  places: () => import('../widget/elements/place-reader.ts'),
  preview: () => import('../widget/preview/preview.ts'),
  redirect: () => import('../widget/redirect.ts'),
  retry: () => import('../widget/visitor/retry.ts'),
  suggestion: () => import('../widget/elements/suggestion.ts'),
  times: () => import('../widget/elements/time-reader.ts'),
};

export const fetchLazyFile: FetchLazyFile = (name) => lazyFiles[name]();
