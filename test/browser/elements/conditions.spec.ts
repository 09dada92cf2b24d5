import { readFileSync } from 'node:fs';
import { expect, settled, test } from '../support/test.ts';
import { answer } from './support.ts';

interface Vector {
  readonly condition: string;
  readonly record: object | null;
  readonly page: { readonly language: string; readonly timezone: string };
  readonly answer: boolean | null;
}

const { cases } = JSON.parse(readFileSync(new URL('../../cases/conditions.json', import.meta.url), 'utf8')) as { cases: readonly Vector[] };
const tag = '<script async src="/geolet.js" data-endpoint="/geo" data-storage="off"></script>';

/** A condition in text form as entries: the attributes of an element, or the properties of an object. */
function entriesOf(condition: string): [string, string][] {
  return condition.split(';').filter((part) => part.trim()).map((part) => {
    const [name = '', ...value] = part.split(':');
    return [name.trim(), value.join(':').trim()];
  });
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Each form shows A on yes and B on no, and nothing when it is unknown. */
function forms({ condition }: Vector): string {
  const attributes = entriesOf(condition).map(([name, value]) => `${name}="${escape(value)}"`).join(' ');
  return `<section>
    <geo-if ${attributes} hidden><b>A</b><b slot="else" hidden>B</b></geo-if>
    <p><b data-geo-show="${escape(condition)}" hidden>A</b><b data-geo-hide="${escape(condition)}" hidden>B</b></p>
  </section>`;
}

for (const facts of new Set(cases.map(({ page }) => JSON.stringify(page)))) {
  const { language, timezone } = JSON.parse(facts) as Vector['page'];
  const here = cases.filter(({ page }) => JSON.stringify(page) === facts);

  test.describe(`in ${language}, ${timezone}`, () => {
    test.use({ locale: language, timezoneId: timezone });
    test('every form answers the shared vectors alike', async ({ page, site, expectLines }) => {
      test.setTimeout(60_000);
      // Mistakes in conditions are part of the vectors.
      if (language === 'en-US') expectLines(/^warning: \[geolet\]/);
      for (const record of new Set(here.map(({ record }) => JSON.stringify(record)))) {
        const vectors = here.filter((vector) => JSON.stringify(vector.record) === record);
        answer(site, JSON.parse(record));
        await page.goto(site.page(vectors.map(forms).join(''), { tag }));
        await settled(page);
        const found = await page.evaluate((vectors) => {
          const seen = (element: Element) => {
            const text = [...element.querySelectorAll('b')].filter((part) => part.getClientRects().length).map((part) => part.textContent).join('');
            return text === 'A' ? true : text === 'B' ? false : text === '' ? null : text;
          };
          return [...document.querySelectorAll('section')].map((section, index) => {
            const { condition, entries } = vectors[index] ?? { condition: '', entries: [] };
            return {
              condition,
              text: globalThis.geolet?.matches(condition) ?? null,
              object: globalThis.geolet?.matches(Object.fromEntries(entries)) ?? null,
              ...Object.fromEntries([...section.children].map((form) => [form.localName, seen(form)])),
            };
          });
        }, vectors.map(({ condition }) => ({ condition, entries: entriesOf(condition) })));
        expect(found, `for ${record}`).toEqual(vectors.map(({ condition, answer }) => ({ condition, text: answer, object: answer, 'geo-if': answer, p: answer })));
      }
    });
  });
}
