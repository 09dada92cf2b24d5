import type { Site } from '../support/site.ts';
import type { ScreenReader } from './start-screen-reader.ts';

const rates = { base: 'USD', date: new Date().toISOString().slice(0, 10), rates: { JPY: 151.1 } };
const head = `<script type="application/json" data-geo-settings>${JSON.stringify({ rates })}</script>
<script async src="/geolet.js" data-endpoint="/geo" data-storage="off"></script>`;

/** Opens a page, waits until it shows these words, and until the screen reader has said that it is there. */
export async function open({ page, speech }: ScreenReader, site: Site, html: string, shown: string): Promise<void> {
  const title = `Page ${++opened}`;
  speech.listen();
  await page.goto(
    site.page(
      `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title>${head}
      <h1>Start</h1>${html}<p id="end" aria-live="polite">The end</p>`,
    ),
  );
  await page.getByText(shown).first().waitFor({ state: 'attached' });
  await speech.hear((words) =>
    words
      .slice(words.indexOf(`Finished loading ${title}.`) + 1 || words.length)
      .some((each) => each.startsWith('Start')),
  );
}

let opened = 0;

/** Reads the page line by line. @returns what was said between its first line and its last. */
export async function readPage(reader: ScreenReader): Promise<readonly string[]> {
  const { speech } = reader;
  speech.listen();
  await press(reader, 'ctrl+Home');
  while (!speech.words.includes('The end.')) await press(reader, 'Down');
  const words = speech.words.slice(0, speech.words.indexOf('The end.'));
  return words.filter((each) => !each.startsWith('Start'));
}

/** Waits until something was said. */
export async function press({ press: pressKey, speech }: ScreenReader, key: string): Promise<void> {
  const before = speech.words.length;
  pressKey(key);
  await speech.hear((words) => words.length > before);
}

/** Lets the page itself say `The end`, after all that Geolet has done: screen readers keep the order. */
export async function sayEnd({ page, speech }: ScreenReader): Promise<void> {
  await page.locator('#end').evaluate((end) => {
    end.textContent = 'The end';
  });
  await speech.hear((words) => words.includes('The end'));
}
