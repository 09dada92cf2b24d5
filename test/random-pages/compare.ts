import type { Page } from '@playwright/test';
import { visibleText } from '../engines/visible-text.ts';
import { settingsBlock, withoutBlanks } from '../support/markup-cases.ts';
import { numbered, stepMark, stepsFor, takeSteps } from './changes.ts';
import type { Languages } from './generator.ts';
import { changedSections, isTakenOver, wrongValues, wrongWords } from './in-page.ts';
import type { Pages } from './pages.ts';

/** Writes a page as the server does, for a visitor with this record. */
export type WritePage = (html: string, language: string) => Promise<string>;

/** What is compared. */
export interface Sample {
  readonly languages: Languages;
  readonly record: object;
  /** Whether the browser sends Global Privacy Control. */
  readonly signal: boolean;
  /** Whom the visitor chooses to be, after a while. */
  readonly choice: string;
}

const between = '<p>¦</p>';

function documentOf({ page }: Languages, head: string, body: string): string {
  const language = page === undefined ? '' : ` lang="${page}"`;
  return `<!doctype html><html${language}><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Random</title><style>.geo-hidden{display:none}</style>${settingsBlock}${head}</head><body>${body}</body></html>`;
}

function sectionsOf(pieces: readonly string[]): string {
  return pieces.map((piece) => `<section>${piece}</section>${between}`).join('\n');
}

interface Parts {
  readonly pages: Pages;
  readonly write: WritePage;
  readonly patienceMs: number;
}

/** The differences that each piece shows: none where all is well. */
export async function compare(
  pieces: readonly string[],
  sample: Sample,
  parts: Parts,
): Promise<readonly (readonly string[])[]> {
  const standing = await compareStanding(pieces, sample, parts);
  const changed = await compareChanged(pieces, sample, parts);
  return pieces.map((_piece, index) => [...(standing[index] ?? []), ...(changed[index] ?? [])]);
}

/** The page for the browser alone. */
function sourceOf(pieces: readonly string[], { languages, record }: Sample): string {
  const embedded = `<script type="application/json" data-geo-record>${JSON.stringify({ version: 1, time: Date.now(), record })}</script>`;
  return documentOf(languages, embedded + tag, sectionsOf(pieces));
}

/** The page as the server writes it. */
async function serverPageOf(pieces: readonly string[], languages: Languages, write: WritePage): Promise<string> {
  const written = await writeEach(pieces, languages, write);
  const empty = await write(documentOf(languages, tag, '<hr>'), languages.browser);
  const [head = '', tail = ''] = empty.split('<hr>');
  return head + sectionsOf(written) + tail;
}

/** Pages that scripts have changed end as a page loaded fresh in the final state. */
async function compareChanged(
  pieces: readonly string[],
  sample: Sample,
  parts: Parts,
): Promise<readonly (readonly string[])[]> {
  const { languages, signal, choice } = sample;
  const { pages, write, patienceMs } = parts;
  const wrong = pieces.map((): string[] => []);
  const isWide = pieces.join('').length % 2 === 0;
  const open = (html: string, hasScripts: boolean) =>
    pages.open(html, { language: languages.browser, hasScripts, signal });
  const plain = await open(documentOf(languages, '', sectionsOf(pieces)), false);
  const markup = await plain.evaluate(numbered, stepMark);
  const alone = await open(sourceOf(markup, sample), true);
  const taken = await open(await serverPageOf(markup, languages, write), true);
  await Promise.all([settle(alone, patienceMs), settle(taken, patienceMs)]);
  const steps = markup.map((own) => stepsFor(own, isWide));
  let final = markup;
  for (let step = 0; steps.some(({ length }) => length > step); step++) {
    const now = [stepMark, steps.map((own) => own[step])] as const;
    final = await plain.evaluate(takeSteps, now);
    for (const page of [alone, taken]) {
      await page.evaluate(takeSteps, now);
      await frames(page);
    }
  }
  const fresh = await open(sourceOf(final, sample), true);
  await settle(fresh, patienceMs);
  for (const words of ['', choice]) {
    if (words) for (const page of [fresh, alone, taken]) await page.evaluate((to) => geolet?.override(to), words);
    for (const [name, page] of [
      ['alone', alone],
      ['written', taken],
    ] as const) {
      await Promise.all([frames(fresh), frames(page)]);
      const [expected, actual] = await textsOnceEqual(fresh, page, patienceMs);
      for (const [index, own] of steps.entries())
        if (expected[index] !== actual[index])
          wrong[index]?.push(
            `changed, ${name}${words && `, then ${words}`}: "${actual[index] ?? ''}", must be "${expected[index] ?? ''}" after ${JSON.stringify(own)} of ${markup[index] ?? ''}`,
          );
    }
  }
  for (const page of [plain, alone, taken, fresh]) await page.context().close();
  return wrong;
}

async function textsOnceEqual(one: Page, other: Page, patienceMs: number): Promise<readonly [string[], string[]]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const texts = [await textsOf(one), await textsOf(other)] as const;
    if (texts[0].join() === texts[1].join() || performance.now() >= deadline) return texts;
  }
}

/** What is wrong of each piece, once nothing is or the patience ends: both pages may still wait for the same file. */
async function onceNothing(ask: () => Promise<string[][]>, patienceMs: number): Promise<string[][]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const wrong = await ask();
    if (wrong.flat().length === 0 || performance.now() >= deadline) return wrong;
  }
}

async function compareStanding(
  pieces: readonly string[],
  sample: Sample,
  parts: Parts,
): Promise<readonly (readonly string[])[]> {
  const { languages, signal, choice } = sample;
  const { pages, write, patienceMs } = parts;
  const wrong = pieces.map((): string[] => []);
  const source = sourceOf(pieces, sample);
  const serverPage = await serverPageOf(pieces, languages, write);
  const open = (html: string, hasScripts: boolean) =>
    pages.open(html, { language: languages.browser, hasScripts, signal });
  const scriptless = await open(serverPage, false);
  const without = await textsOf(scriptless);
  await scriptless.context().close();
  const alone = await open(source, true);
  const taken = await open(serverPage, true);
  const differ = async (what: string, other: () => Promise<readonly string[]>): Promise<void> => {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const expected = await textsOf(alone);
      const actual = await other();
      const different = pieces.flatMap((_piece, index) => (expected[index] === actual[index] ? [] : [index]));
      if (different.length > 0 && performance.now() < deadline) continue;
      for (const index of different)
        wrong[index]?.push(`${what}: "${actual[index] ?? ''}", must be "${expected[index] ?? ''}"`);
      return;
    }
  };
  await Promise.all([settle(alone, patienceMs), settle(taken, patienceMs)]);
  const isBrowsers = pieces.map((piece) =>
    [/color|returning|continent/, blockInParagraph, ignoredSlot].some((pattern) => pattern.test(piece)),
  );
  await differ('written, with the widget', () => textsOf(taken));
  await differ('written, without scripts', async () => {
    const now = await textsOf(alone);
    return without.map((text, index) => (isBrowsers[index] ? (now[index] ?? '') : text));
  });
  for (const check of [wrongWords, wrongValues])
    for (const [index, words] of (await onceNothing(() => alone.evaluate(check), patienceMs)).entries())
      for (const word of words) wrong[index]?.push(`explain: ${word}`);
  for (const page of [alone, taken]) await page.evaluate((words) => globalThis.geolet?.override(words), choice);
  await Promise.all([frames(alone), frames(taken)]);
  await differ(`after a choice of ${choice}`, () => textsOf(taken));
  for (const [name, page] of [
    ['alone', alone],
    ['written', taken],
  ] as const) {
    await page.evaluate(() => globalThis.geolet?.destroy());
    await frames(page);
    for (const [index, now] of (await page.evaluate(changedSections, source)).entries())
      if (now !== undefined) wrong[index]?.push(`after destroy(), ${name}: ${now}`);
    await page.context().close();
  }
  return wrong;
}

/** A block ends the paragraph around it, and one of our elements with it: the server leaves that to the browser. */
const blockInParagraph =
  /<p[\s>](?:(?!<\/p>)[^])*<(?:template|geo-\w+)[\s>](?:(?!<\/p>)[^])*<(?:p|div|ul|dl|pre|table)[\s>]/;

/** The server leaves what is ignored as written; without scripts a `slot` alone hides nothing. */
const ignoredSlot = /data-geo-ignore[^]*\sslot=/;

const tag = '<script src="/geolet.js" data-endpoint="/geo"></script>';

/** Each piece in a page of its own: what the server cannot read in one must not change the others. */
async function writeEach(pieces: readonly string[], languages: Languages, write: WritePage): Promise<string[]> {
  const written: string[] = [];
  for (const piece of pieces) {
    const html = await write(documentOf(languages, '', `<hr><section>${piece}</section><hr>`), languages.browser);
    const parts = html.split('<hr>');
    written.push((parts[1] ?? '').replace(/^<section>/, '').replace(/<\/section>$/, ''));
  }
  return written;
}

async function textsOf(page: Page): Promise<string[]> {
  return (await page.evaluate(visibleText, 'body')).split('¦').map(withoutBlanks);
}

async function settle(page: Page, patienceMs: number): Promise<void> {
  await page.waitForFunction(isTakenOver, undefined, { timeout: patienceMs }).catch(() => {});
  await frames(page);
}

async function frames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
