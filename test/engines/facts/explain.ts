import { equal, match, ok } from 'node:assert/strict';
import type { Facts } from '../fact.ts';

export const explainFacts: Facts = {
  async 'geolet.explain() says why of elements and bindings, and tells of the whole page'(page) {
    await page.open(
      '<geo-if id="a" country="DE"><b>A</b></geo-if><p id="b" data-geo-text="Hi {city}">Hi</p><geo-currency id="c" prices="USD 49, EUR 45">$49</geo-currency>',
    );
    const why = (id: string) =>
      page.run(
        async (id) =>
          globalThis.geolet?.explain(
            document.getElementById(id)?.firstElementChild ?? document.getElementById(id) ?? undefined,
          ),
        id,
      );
    match(
      (await why('a')) ?? '',
      /It does not show, because of what is around it:\n<geo-if id="a" country="DE"> shows nothing: the answer is no\n {2}country: DE → no, the visitor's country is FR/,
    );
    match((await why('b')) ?? '', /has written "Hi Lyon" instead of "Hi"/);
    match((await why('c')) ?? '', /shows "€45" instead of "\$49"/);
    const summary = (await page.run(async () => globalThis.geolet?.explain())) ?? '';
    ok(summary.includes('Elements: geo-if 1 no; geo-currency 1 changed'), summary);
    ok(summary.endsWith('There is nothing to look at.'), summary);
  },
  async 'geolet.inspect() is plain JSON'(page) {
    await page.open('<geo-text template="{city}">A</geo-text>');
    const state = JSON.parse(await page.run(async () => JSON.stringify(await globalThis.geolet?.inspect()))) as {
      record: { city: string };
      files: string[];
      startedMs?: number;
    };
    equal(state.record.city, 'Lyon');
    ok(state.files.includes('geolet.js'));
  },
};
