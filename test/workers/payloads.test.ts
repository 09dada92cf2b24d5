import { expect, it } from 'vitest';
import { inspectSinks, payloads, sinksFor, textFields, trap, wholeSinks } from '../browser/security/sinks.ts';
import { shareBrowser } from './browser.ts';
import { shareEdge } from './edge.ts';

const edge = shareEdge();
/** What the address serves. */
let served = '';
const host = shareBrowser(
  (request, response) => {
    if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(served);
    else response.writeHead(404).end();
  },
  ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
);

it(
  'nothing out of a record runs, loads or leads elsewhere, in any sink that the edge writes',
  { timeout: 180_000 },
  async () => {
    const sinks = [...wholeSinks, ...sinksFor('city', true), ...sinksFor('ip', false)].join('');
    const { browser, url } = host;
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.addInitScript(trap);
    const shapes = new Set<unknown>();
    let looked = 0;
    let written = 0;
    for (const { kind, text } of payloads) {
      const record = { ...Object.fromEntries(textFields.map((name) => [name, text])), countryCode: 'FR' };
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><style>main{display:none}</style></head><body><main>${sinks}</main></body></html>`;
      served = await (await edge.render({ html, record }, { site: url.slice(0, -1) })).text();
      await page.goto(url);
      const seen = await page.evaluate(inspectSinks);
      expect(seen.wrong, `${kind}: ${text}`).toEqual([]);
      expect(seen.looked, `${kind}: ${text}`).toBeGreaterThan(100);
      shapes.add(await page.evaluate(() => Reflect.get(globalThis, 'shape') as string));
      looked += seen.looked;
      written += await page.evaluate(
        () =>
          [...document.querySelectorAll('b[data-geo-text]')].filter(({ textContent }) => textContent !== 'w').length,
      );
    }
    expect(shapes.size, 'elements have come or gone').toBe(1);
    expect(asked.filter((address) => !address.startsWith(url) && address !== 'data:,')).toEqual([]);
    expect(written, 'texts that a payload was written into').toBeGreaterThan(payloads.length);
    expect(looked).toBeGreaterThan(25_000);
  },
);
