import { deepEqual } from 'node:assert/strict';
import type { FailedTest, SuiteResult } from '../support/closing-line.ts';
import { startSite } from '../support/site.ts';
import type { Fact } from './fact.ts';
import { facts } from './facts.ts';
import { Page } from './page.ts';
import type { Session } from './session.ts';

type Outcome = 'passed' | 'failed' | 'skipped';

/** Proves every fact in one engine, each on a site of its own, and prints a line for each. */
export async function proveFacts(
  engine: string,
  start: () => Promise<Session>,
  { url, key }: { url: string; key: string },
): Promise<SuiteResult> {
  const skipped: string[] = [];
  const failed: FailedTest[] = [];
  let passed = 0;
  let session = await start();
  const pages: Page[] = [];
  for (const [name, fact] of Object.entries(facts)) {
    // Sites stay open until the end: a port that comes again would bring what the browser stored for it.
    const page = new Page(session, await startSite(url, key));
    pages.push(page);
    const time = Date.now();
    const { outcome, reason } = await prove(typeof fact === 'function' ? { prove: fact } : fact, page);
    if (outcome === 'passed') passed++;
    if (outcome === 'skipped') skipped.push(name);
    console.log(`${engine}  ${outcome}  ${name}${reason}  (${Date.now() - time} ms)`);
    if (outcome !== 'failed') continue;
    failed.push({ name, message: reason });
    // What failed may have left the browser stuck.
    await session.close();
    session = await start();
  }
  await session.close();
  for (const page of pages) await page.site.close();
  return { passed, failed, skipped };
}

async function prove({ needs, prints, prove }: Fact, page: Page): Promise<{ outcome: Outcome; reason: string }> {
  try {
    if (needs) {
      await page.goto(page.site.page('', { tag: '' }));
      if (!(await page.run(needs.has))) return { outcome: 'skipped', reason: `: this browser has no ${needs.feature}` };
    }
    await prove(page);
    const lines = await page.run(() => globalThis.seen.lines);
    deepEqual(
      lines.filter((line) => !prints?.test(line)),
      [],
      'the console and the policies stay silent',
    );
    return { outcome: 'passed', reason: '' };
  } catch (error) {
    return { outcome: 'failed', reason: `\n${String(error)}\n` };
  }
}
