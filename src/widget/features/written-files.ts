import type { LazyConditionName } from '../../rules/conditions/condition-table.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';

/** Each entry of a place has a colon, and so has a `sku:`. */
const listsByPlace =
  'geo-currency:is([sku],[minus],[prices*=":"],[was*=":"]),[data-geo-currency*=":"],[data-geo-prices]';

/** What servers answer, and a lazy file here. A group of the owner's may ask the same. */
const lazyNames = ['near', 'referrer', 'query'] satisfies LazyConditionName[];
const lazyConditions = lazyNames
  .flatMap((name) => [
    `[${name}],[not-${name}]`,
    ...['show', 'hide', 'class', 'when'].map((key) => `[data-geo-${key}*="${name}" i]`),
  ])
  .join();

/** Rules that the server alone has, for the lazy file of rules. */
export const servedRules = 'script[data-geo-rules]';

const patienceMs = 10_000;

/**
 * Resolves once all is there that a page written by the server needs to be taken over without a change: its whole markup,
 * since a shadow tree of the server's comes behind the element's start tag, and the files that its prices and conditions
 * need. What the server wrote is right for its visitor alone, so nothing waits longer than until the visitor has chosen
 * something else.
 */
export async function writtenFiles(core: Core): Promise<void> {
  if (!core.isComplete(document))
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }));
  const has = (selector: string) => native(document).querySelector(selector);
  const files: Promise<unknown>[] = [];
  if (has(listsByPlace)) files.push(core.once('prices').then((prices) => prices?.whenRead()));
  if (has(lazyConditions) || lazyNames.some((name) => JSON.stringify(core.block('groups'))?.includes(name)))
    files.push(core.once('conditions'));
  const rules = `${JSON.stringify(core.block('rules'))}${has(servedRules)?.textContent}`;
  if (has('[data-geo-delivery]') || rules.includes('"delivery"')) files.push(core.once('dates'));
  if (core.block('rules') || has(servedRules)) files.push(core.once('rules'));
  await Promise.race([Promise.all(files), another(core)]);
}

/** Resolves once the page is for another visitor than it was written for, or after ten seconds. */
function another({ visitor, watch }: Core): Promise<void> {
  return new Promise((resolve) => {
    let written = visitor.facts?.record;
    const end = (): void => {
      forget();
      resolve();
    };
    const forget = watch(() => {
      const record = visitor.facts?.record;
      written ??= record;
      if (record !== written) end();
    });
    setTimeout(end, patienceMs);
  });
}
