import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import type { Site } from '../../support/site.ts';
import { expect, settled, test } from '../support/test.ts';
import { signalPrivacy } from '../visitor/privacy-signal.ts';
import { answer } from './support.ts';

interface Vector {
  readonly condition: string;
  readonly record: object | null;
  readonly page: {
    readonly language: string;
    readonly timezone: string;
    readonly now?: number;
    readonly color?: 'light' | 'dark';
    readonly referrer?: string;
    readonly query?: string;
    /** Null is not known. */
    readonly returning?: boolean | null;
    readonly gpc?: boolean;
  };
  /** As the owner writes them. */
  readonly groups?: object;
  readonly answer: boolean | null;
}

const cases = ['conditions', 'lazy-conditions']
  .flatMap(
    (name) =>
      (
        JSON.parse(readFileSync(new URL(`../../cases/${name}.json`, import.meta.url), 'utf8')) as {
          cases: readonly Vector[];
        }
      ).cases,
    // Every browser either sends the signal or does not; elsewhere nobody may know.
  )
  .filter(({ condition, page }) => page.gpc !== undefined || !condition.includes('gpc'));

/** A condition in text form as entries: the attributes of an element, or the properties of an object. */
function entriesOf(condition: string): [string, string][] {
  return condition
    .split(';')
    .filter((part) => part.trim())
    .map((part) => {
      const [name = '', ...value] = part.split(':');
      return [name.trim(), value.join(':').trim()];
    });
}

const tag = '<script async src="/geolet.js" data-endpoint="/geo" data-storage="off"></script>';
const remembering = tag.replace(' data-storage="off"', '');
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Each form shows A on yes and B on no, and nothing when it is unknown. */
function forms({ condition }: Vector): string {
  const attributes = entriesOf(condition)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(' ');
  return `<section>
    <geo-if ${attributes} hidden><b>A</b><b slot="else" hidden>B</b></geo-if>
    <p><b data-geo-show="${escape(condition)}" hidden>A</b><b data-geo-hide="${escape(condition)}" hidden>B</b></p>
  </section>`;
}

for (const place of new Set(cases.map(({ page: { language, timezone } }) => `${language} ${timezone}`))) {
  const here = cases.filter(({ page: { language, timezone } }) => `${language} ${timezone}` === place);

  test(`every form answers the shared vectors alike in ${place} @rare`, async ({ browser, site }) => {
    test.setTimeout(90_000);
    const [locale = '', timezoneId = ''] = place.split(' ');
    for (const circumstances of new Set(here.map(circumstancesOf))) {
      const vectors = here.filter((vector) => circumstancesOf(vector) === circumstances);
      const context = await browser.newContext({ locale, timezoneId });
      const page = await openWith(context, site, vectors);
      const expected = vectors.map(({ condition, answer }) => ({
        condition,
        text: answer,
        object: answer,
        'geo-if': answer,
        p: answer,
      }));
      // What the rarer conditions need comes in a file of its own.
      await expect.poll(() => answersOn(page, vectors), { message: circumstances, intervals: [50] }).toEqual(expected);
      await context.close();
    }
  });
}

/** What must be the same for vectors to stand on one page. */
function circumstancesOf({ record, page, groups }: Vector): string {
  return JSON.stringify([record, page, groups]);
}

async function openWith(context: BrowserContext, site: Site, vectors: readonly Vector[]): Promise<Page> {
  const {
    record,
    page: { color = 'light', referrer, query = '', returning = null, now, gpc },
    groups,
  } = vectors[0] ?? { record: null, page: {} };
  answer(site, record);
  const head = groups ? `<script type="application/json" data-geo-settings>${JSON.stringify({ groups })}</script>` : '';
  const url = site.page(vectors.map(forms).join(''), { head, tag: returning === null ? tag : remembering });
  if (returning) await leaveTraces(context, url);
  const page = await context.newPage();
  if (gpc) await signalPrivacy(page);
  await page.emulateMedia({ colorScheme: color });
  if (now !== undefined) await page.clock.setFixedTime(now);
  await page.goto(url + query, referrer ? { referer: referrer } : {});
  await settled(page);
  return page;
}

async function answersOn(page: Page, vectors: readonly Vector[]): Promise<unknown> {
  return page.evaluate(
    (vectors) => {
      const seen = (element: Element) => {
        const text = [...element.querySelectorAll('b')]
          .filter((part) => part.getClientRects().length)
          .map((part) => part.textContent)
          .join('');
        const answers: Record<string, boolean | null> = { A: true, B: false, '': null };
        return text in answers ? answers[text] : text;
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
    },
    vectors.map(({ condition }) => ({ condition, entries: entriesOf(condition) })),
  );
}

/** Has been here before, in another tab. */
async function leaveTraces(context: BrowserContext, url: string): Promise<void> {
  const before = await context.newPage();
  await before.goto(url);
  await settled(before);
  await before.close();
}
