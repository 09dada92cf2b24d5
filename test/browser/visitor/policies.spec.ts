import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { dist } from '../../support/site.ts';
import { asWritten, content, expect, expectText, inLyon, test } from './told.ts';

/** What the page's policies have refused. */
async function noteViolations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Reflect.set(globalThis, Symbol.for('violations'), violations);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  return () => page.evaluate(() => Reflect.get(globalThis, Symbol.for('violations')) as string[]);
}

const documented =
  /^script-src 'self'; connect-src 'self'; img-src 'self'$/m.exec(readFileSync('docs/install.md', 'utf8'))?.[0] ?? '';
const tag = '<script async nonce="once" src="/geolet.js"></script>';

for (const [name, policy] of [
  [
    'a strict policy with a nonce',
    "default-src 'none'; script-src 'nonce-once' 'strict-dynamic'; style-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; object-src 'none'",
  ],
  ['the policy of docs/install.md', `default-src 'none'; ${documented} data:`],
  ['Trusted Types required, and no policy at all allowed', "require-trusted-types-for 'script'; trusted-types 'none'"],
] as const) {
  test(`everything works under ${name}`, async ({ page, site, told }) => {
    const violations = await noteViolations(page);
    site.headers = { 'content-security-policy': policy };
    await page.goto(site.page(content, { tag }));
    await expectText(page, inLyon);
    expect(await page.evaluate(() => geolet?.override('JP'))).toBe(true);
    expect(await told()).toEqual(['geo-ready network', 'geo-change choice']);
    expect(await violations()).toEqual([]);
  });
}

test('an XHTML page has its bindings and elements @rare', async ({ page, site, told }) => {
  const html = content.replace(' hidden>', ' hidden="hidden">');
  await page.goto(
    site.page(
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Test</title><link rel="icon" href="data:," /></head><body>${html}<script src="/geolet.js"></script></body></html>`,
      { type: 'application/xhtml+xml' },
    ),
  );
  await expectText(page, 'Hello France Always here. Shoes for Lyon Two days.');
  expect(await told()).toEqual(['geo-ready network']);
});

test('a page without doctype and head works @rare', async ({ page, site }) => {
  site.file('/quirks', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<script src="/geolet.js"></script>${content}<link rel="icon" href="data:,">`),
  );
  await page.goto(`${site.url}/quirks`);
  await expectText(page, inLyon);
});

test('a frameset is left in peace @rare', async ({ page, site, told }) => {
  const html =
    '<!doctype html><html><head><link rel="icon" href="data:,"><script src="/geolet.js"></script></head><frameset cols="100%"><frame src="about:blank"></frameset></html>';
  await page.goto(site.page(html));
  await expect.poll(() => told()).toEqual(['geo-ready network']);
});

test('a page opened as a file is as written, and told what to start', async ({ page, told, expectLines }, testInfo) => {
  expectLines(/^warning: \[geolet\] bad-settings: endpoint: \/geo \(npx geolet dev\)\. /);
  const folder = testInfo.outputPath('site');
  await cp(dist, folder, { recursive: true });
  await writeFile(
    join(folder, 'page.html'),
    `<!doctype html><link rel="icon" href="data:,">${content}<script src="geolet.js"></script>`,
  );
  await page.goto(pathToFileURL(join(folder, 'page.html')).href);
  await expect.poll(async () => (await told()).sort()).toEqual(['geo-error bad-settings', 'geo-ready none']);
  await expectText(page, asWritten);
});

test('a page from disk may ask a proxy by its address @rare', async ({ page, site, told, expectLines }, testInfo) => {
  expectLines(/\[geolet\] network: TypeError/, /CORS policy/, /Failed to load resource/);
  await writeFile(
    testInfo.outputPath('page.html'),
    `<!doctype html><link rel="icon" href="data:,">${content}<script src="${site.url}/geolet.js" data-endpoint="${site.url}/geo"></script>`,
  );
  await page.goto(`file://${testInfo.outputPath('page.html')}`);
  await expect.poll(() => told()).toEqual(['geo-error network', 'geo-ready none']);
  await expectText(page, asWritten);
});
