/**
 * The files that `geolet.js` fetches when they are needed, by the name that each has in the build: one row each. Their
 * default export is called with what they build on. The build makes a file of each row, and `LazyFiles` has their
 * types. The loader imports only types from here.
 */
export const lazyFileEntries = {
  idle: () => import('./when-idle.ts'),
  retry: () => import('../visitor/retry.ts'),
  conditions: () => import('./lazy-conditions.ts'),
  edge: () => import('../features/edge.ts'),
  continents: () => import('../features/continent-names.ts'),
  media: () => import('../features/failed-media.ts'),
  money: () => import('../money/estimates.ts'),
  prices: () => import('../money/prices-by-place.ts'),
  threshold: () => import('../elements/currency/reached-slot.ts'),
  dates: () => import('../features/delivery-dates.ts'),
  offer: () => import('../money/offers.ts'),
  rules: () => import('../features/page-rules.ts'),
  css: () => import('../features/css-properties.ts'),
  redirect: () => import('../features/redirect.ts'),
  analytics: () => import('../features/analytics.ts'),
  response: () => import('../visitor/response-country.ts'),
  guess: () => import('../visitor/guess.ts'),
  times: () => import('../elements/time/time-reader.ts'),
  suggestion: () => import('../elements/suggest/suggestion.ts'),
  places: () => import('../elements/nearest/place-reader.ts'),
  choices: () => import('../elements/select/choice-controls.ts'),
  explain: () => import('../../owner/explain/explain.ts'),
  preview: () => import('../../owner/preview/preview.ts'),
  picker: () => import('../../owner/picker/picker.ts'),
};

/** Pages that bundle Geolet bring these themselves. `geolet.js` has the elements in it. */
export const scriptTagEntries = {
  elements: () => import('../elements/fetched-elements.ts'),
  delivery: () => import('../elements/delivery/geo-delivery.ts'),
  flag: () => import('../elements/geo-flag.ts'),
  optout: () => import('../elements/geo-optout.ts'),
  nearest: () => import('../elements/nearest/geo-nearest.ts'),
  select: () => import('../elements/select/geo-select.ts'),
  suggest: () => import('../elements/suggest/geo-suggest.ts'),
  time: () => import('../elements/time/geo-time.ts'),
  choose: () => import('../visitor/choose.ts'),
  link: () => import('../visitor/link-choice.ts'),
};
