import { expect, it } from 'vitest';
import { candidatesFor } from '../../../src/rules/text/locale-candidates.ts';
import { spokenEstimate } from '../../../src/widget/money/spoken-estimate.ts';

it.each([
  ['de', ['de', 'de-DE', 'de-Latn', 'de']],
  ['de-AT', ['de-AT', 'de-AT', 'de-Latn', 'de']],
  ['zh-TW', ['zh-TW', 'zh-TW', 'zh-Hant']],
  ['zh-Hant', ['zh-Hant', 'zh-TW', 'zh-Hant']],
  ['zh-Hant-MY', ['zh-Hant-MY', 'zh-Hant']],
  ['zh-Hans-HK', ['zh-Hans-HK', 'zh-Hans', 'zh']],
  ['sr-Latn', ['sr-Latn', 'sr-Latn']],
  ['sr-ME', ['sr-ME', 'sr-ME', 'sr-Latn']],
  ['uz-Cyrl', ['uz-Cyrl', 'uz-Cyrl']],
  ['tlh', ['tlh', 'tlh']],
  ['tlh-001', ['tlh-001', 'tlh-001', 'tlh']],
])('a language in a table %s is looked for as %j, never in another script', (locale, candidates) =>
  expect(candidatesFor(locale)).toEqual(candidates),
);

it.each([
  ['de-AT', 'ungefähr'],
  ['zh', '约'],
  ['zh-CN', '约'],
  ['zh-Hans-HK', '约'],
  ['zh-TW', '約'],
  ['zh-HK', '約'],
  ['zh-Hant', '約'],
  ['zh-Hant-MY', '約'],
  ['ru-Latn', ''],
  ['sw', ''],
  ['tlh', ''],
])('how an estimate is said in %s: %j', (locale, word) => expect(spokenEstimate(locale)).toBe(word));
