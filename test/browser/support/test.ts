import { type ConsoleMessage, expect, type Locator, type Page, test as base } from '@playwright/test';
import { type Site, startSite } from '../../support/site.ts';

interface Fixtures {
  readonly site: Site;
  /** Lines that the page's console has printed, and errors that nobody caught. */
  readonly lines: string[];
  /** Set to the lines that a test expects; anything else on the console fails it. */
  readonly expectLines: (...patterns: RegExp[]) => void;
}

export const test = base.extend<Fixtures>({
  site: async ({}, use) => {
    const site = await startSite(process.env.GEOLET_TEST_UPSTREAM ?? '', process.env.GEOLET_TEST_KEY ?? '');
    await use(site);
    await site.close();
  },
  lines: async ({ page }, use) => {
    const lines: string[] = [];
    const add = (message: ConsoleMessage) => {
      // Chromium gives this advice when it is idle, for a page that a test has made so on purpose.
      if (!message.text().startsWith('[DOM] Password')) lines.push(`${message.type()}: ${message.text()}`);
    };
    page.on('console', add);
    page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
    await use(lines);
  },
  expectLines: [
    async ({ lines, site }, use) => {
      let expected: RegExp[] = [];
      await use((...patterns) => (expected = patterns));
      // A line can come later than what the page shows.
      await expect(() => {
        for (const pattern of expected)
          expect(
            lines.some((line) => pattern.test(line)),
            `${pattern} on the console in ${lines.join('\n')}`,
          ).toBe(true);
      }).toPass({ timeout: 5000 });
      const surprising = lines.filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(surprising, 'nothing else on the console').toEqual([]);
      // Not before: what a line comes from may still ask for a file.
      await site.close();
    },
    { auto: true },
  ],
});

export { expect };

/** Opens a page and waits for `geo-ready`, and for the elements where there are any. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await settled(page);
}

/** In one call: each call that waits brings Playwright's own script into the page. */
export async function settled(page: Page): Promise<void> {
  // Where a page leaves in between, the next one is waited for.
  await expect(() => page.evaluate(untilSettled)).toPass({ intervals: [10, 50] });
}

function untilSettled(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const comes = [...document.querySelectorAll('geo-if,geo-switch,geo-text,geo-currency')].some((element) =>
        element.matches(':not(:defined)'),
      );
      if (globalThis.geolet?.visitor === undefined || comes) requestAnimationFrame(look);
      else requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    };
    look();
  });
}

/**
 * One test for many rows of a table, each on an origin of its own, where nothing of the others is stored, and one after
 * the other in the page, since a new page costs twice what a visit does. With several pages the next row takes the first
 * that is free. All rows are tried, and each that fails is named by its text, or by the first of its values. Each adds
 * two seconds to the limit of the test.
 */
export async function eachRow<Row extends string | readonly [name: string, ...values: unknown[]]>(
  rows: Iterable<Row>,
  pages: Page | readonly Page[],
  prove: (row: Row, site: Site, page: Page) => Promise<void>,
): Promise<void> {
  const all = [...rows];
  const left = all.values();
  base.setTimeout(base.info().timeout + all.length * 2000);
  const failed: string[] = [];
  const proveIn = async (page: Page) => {
    const sites: Site[] = [];
    for (const row of left) {
      const name = typeof row === 'string' ? row : row[0];
      const site = await startSite(process.env.GEOLET_TEST_UPSTREAM ?? '', process.env.GEOLET_TEST_KEY ?? '');
      sites.push(site);
      await base
        .step(name, () => prove(row, site, page))
        .catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
    }
    // A page that still asks would say that its site is gone.
    await page.goto('about:blank');
    await Promise.all(sites.map((site) => site.close()));
  };
  await Promise.all([pages].flat().map(proveIn));
  expect(failed, 'rows that fail').toEqual([]);
}

/** Whether a visitor sees it: it has a box. Text that is only in the document does not count. */
export async function box(locator: Locator): Promise<{ width: number; height: number } | null> {
  return locator.boundingBox();
}

/** What a visitor reads: text with a box, shadow roots included, in order; not what is only for those who listen. */
export async function visibleText(locator: Locator): Promise<string> {
  return locator.evaluate((root) => {
    const read = (node: Node): string => {
      if (node instanceof Text) {
        const range = document.createRange();
        range.selectNode(node);
        return range.getClientRects().length ? node.data : '';
      }
      if (node instanceof Element && getComputedStyle(node).clipPath === 'inset(50%)') return '';
      const assigned = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
      const own = node instanceof Element && node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes;
      const children = assigned.length ? assigned : [...own];
      const text = children.map(read).join('');
      const inline = !(node instanceof Element) || /^(inline|contents)/.test(getComputedStyle(node).display);
      return inline ? text : ` ${text} `;
    };
    return read(root).replace(/\s+/g, ' ').trim();
  });
}
