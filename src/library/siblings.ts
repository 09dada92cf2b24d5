import type { FetchSibling, Siblings } from '../widget/siblings.ts';

/** Elements arrive by the page's own imports. Only that of the preview comes with its file. */
const byImport = async () => ({ start: () => undefined });

/** What `geolet.js` fetches as a file beside it, a bundler makes a chunk of, fetched at the same moment. */
const siblings: { readonly [Name in keyof Siblings]: () => ReturnType<typeof fetchSibling<Name>> } = {
  elements: byImport,
  flag: byImport,
  nearest: byImport,
  select: byImport,
  suggest: byImport,
  time: byImport,
  analytics: () => import('../widget/analytics.ts'),
  choices: () => import('../widget/elements/rare-choices.ts'),
  choose: () => import('../widget/visitor/choose.ts'),
  conditions: () => import('../widget/rare-conditions.ts'),
  continents: () => import('../widget/continent-names.ts'),
  edge: () => import('../widget/edge.ts'),
  explain: () => import('../widget/explain/explain.ts'),
  guess: () => import('../widget/visitor/guess.ts'),
  media: () => import('../widget/failed-media.ts'),
  money: () => import('../widget/money/estimates.ts'),
  places: () => import('../widget/elements/rare-places.ts'),
  preview: () => import('../widget/preview/preview.ts'),
  redirect: () => import('../widget/redirect.ts'),
  retry: () => import('../widget/visitor/retry.ts'),
  suggestion: () => import('../widget/elements/suggestion.ts'),
  times: () => import('../widget/elements/rare-times.ts'),
};

export const fetchSibling: FetchSibling = (name) => siblings[name]();
