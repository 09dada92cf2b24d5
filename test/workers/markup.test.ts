import { createServer } from 'node:http';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { visibleText } from '../engines/visible-text.ts';
import { chromium as program, findOrInstallBrowser } from '../support/find-browser.ts';
import { listen } from '../support/loopback.ts';
import {
  casesFor,
  comparable,
  expectedOf,
  type MarkupCase,
  namesIn,
  readElements,
  sections,
  settingsBlock,
  visitors,
} from '../support/markup-cases.ts';
import { type Edge, startEdge } from './edge.ts';

let browser: Browser;
let edge: Edge;
let url = '';
/** What the address serves. */
let served = '';
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  const executablePath = findOrInstallBrowser(program);
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  edge = await startEdge((close) => void closing.push(close as () => unknown));
  const server = createServer((request, response) => {
    if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(served);
    else response.writeHead(404).end();
  });
  url = `${await listen(server)}/`;
  closing.push(
    () => browser.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
});

afterAll(async () => {
  for (const close of closing) await close();
});

/** What each row shows with scripts off. */
async function read(rows: readonly MarkupCase[]): Promise<object> {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(url);
  const text = await page.evaluate(visibleText, 'body');
  const elements = await page.evaluate(readElements, namesIn(rows));
  await page.context().close();
  return comparable(rows, { text, elements });
}

it.each(Object.entries(visitors))(
  'the edge writes the vectors of markup for %s',
  async (visitor, record) => {
    const rows = casesFor('edge', visitor);
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><style>.geo-hidden{display:none}</style>${settingsBlock}</head><body>${sections(rows)}</body></html>`;
    served = await (await edge.render({ html, record }, { site: url.slice(0, -1) })).text();
    expect(await read(rows)).toEqual(expectedOf('edge', visitor, rows, url));
  },
  120_000,
);
