import type { FetchSibling, Siblings } from '../widget/geolet.ts';

/** Elements arrive by the page's own imports, and by nothing else. */
const imported = async () => ({ start: () => undefined, define: () => undefined });

/** What `geolet.js` fetches as a file beside it, a bundler makes a chunk of, fetched at the same moment. */
const siblings: { readonly [Name in keyof Siblings]: () => Promise<Siblings[Name]> } = {
  elements: imported,
  flag: imported,
  suggest: imported,
  select: imported,
  time: imported,
  nearest: imported,
  times: () => import('../widget/elements/rare-times.ts'),
  suggestion: () => import('../widget/elements/suggestion.ts'),
  choose: () => import('../widget/visitor/choose.ts'),
  retry: () => import('../widget/visitor/retry.ts'),
  conditions: () => import('../widget/rare-conditions.ts'),
  continents: () => import('../widget/continent-names.ts'),
  redirect: () => import('../widget/redirect.ts'),
  analytics: () => import('../widget/analytics.ts'),
  guess: () => import('../widget/visitor/guess.ts'),
  money: () => import('../widget/money/estimates.ts'),
  explain: () => import('../widget/explain/explain.ts'),
  preview: () => import('../widget/preview/preview.ts'),
  edge: () => import('../widget/edge.ts'),
};

export const fetchSibling: FetchSibling = (name) => siblings[name]();
