import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/rules/conditions/condition.ts';
import { isUnusable, parseClosures, parsePlan, type WrittenPlan } from '../../../src/rules/delivery/plan.ts';
import { promiseFor } from '../../../src/rules/delivery/promise.ts';
import { deliveryWords } from '../../../src/rules/delivery/words.ts';

const blank: WrittenPlan = {
  days: '*: 1-2',
  cutoff: null,
  timezone: 'Europe/Lisbon',
  work: null,
  carrier: null,
  closures: null,
};

function promised(written: Partial<WrittenPlan>, now: string, closures?: unknown) {
  const plan = parsePlan({ ...blank, ...written }, undefined);
  const closed = parseClosures(closures, undefined);
  if (isUnusable(plan)) throw new Error(`${plan.reason} ${plan.text}`);
  if (isUnusable(closed)) throw new Error(`${closed.reason} ${closed.text}`);
  const record = { countryCode: 'FR', isEU: true };
  return promiseFor({ plan, closures: closed }, { answer }, { record, page: {} }, Date.parse(now));
}

describe('words about a delivery', () => {
  const said = (template: string | undefined, now: string, timezone = 'Europe/Paris', locale = 'en') => {
    const promise = promised({ cutoff: '14:00' }, now);
    return (
      promise &&
      deliveryWords(template, promise, { nowMs: Date.parse(now), timezone, locale })?.text.replaceAll('\u2009', ' ')
    );
  };

  it.each([
    [undefined, 'Tue, Nov 24 – Wed, Nov 25'],
    ['{from} to {to}', 'tomorrow to Wed, Nov 25'],
    ['by {weekday}', 'by Wednesday'],
    ['{days} days', '1–2 days'],
    ['within {left}', 'within 2 hr 10 min'],
    ['{dates|soon}', 'Tue, Nov 24 – Wed, Nov 25'],
  ])('%s is %s', (template, text) => {
    // A Monday.
    expect(said(template, '2026-11-23T11:50:00Z')).toBe(text);
  });
});
