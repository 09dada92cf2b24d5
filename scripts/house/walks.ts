import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium as playwright, type Page } from '@playwright/test';
import { createNodeServer, createPagesListener, toNodeListener, widgetFilesIn } from '../../src/adapters/node/index.ts';
import { createResponder } from '../../src/proxy/proxy.ts';
import { openService } from '../../src/service/index.ts';
import { chromium, findOrInstallBrowser } from '../../test/support/find-browser.ts';
import { listen } from '../../test/support/loopback.ts';
import { startService } from '../../test/support/service.ts';
import { startSite } from '../../test/support/site.ts';
import { visitors } from '../../test/support/visitors.ts';

/** What one call runs through until it is answered. */
export interface Walk {
  readonly name: string;
  /** Those of `src` of which at least one function is called meanwhile. */
  readonly files: readonly string[];
}

/** Takes five walks through the house, each once, in programs that have run before. */
export async function takeWalks(): Promise<readonly Walk[]> {
  return [...(await walkInBrowser()), ...(await walkThroughProxy()), await walkThroughService()];
}

async function walkInBrowser(): Promise<readonly Walk[]> {
  const service = await startService();
  const site = await startSite(service.url, service.key);
  const executablePath = findOrInstallBrowser(chromium);
  const browser = await playwright.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const address = site.page('<main><p data-geo-text="{city}">here</p></main>');
    await page.coverage.startJSCoverage();
    await page.goto(address);
    await page.getByText('Lyon').waitFor();
    const text = await sourcesThatRan(page);

    await page.goto(site.page('<main><geo-if country="FR">first</geo-if></main>', { path: '/condition' }));
    await page.getByText('first').waitFor();
    await page.coverage.startJSCoverage({ resetOnNavigation: false });
    await page.evaluate(() =>
      document.querySelector('main')?.insertAdjacentHTML('beforeend', '<geo-if country="FR">second</geo-if>'),
    );
    await page.getByText('second').waitFor();
    return [
      { name: 'a condition: <geo-if> is inserted', files: await sourcesThatRan(page) },
      { name: 'a record becomes text: a first visit', files: text },
    ];
  } finally {
    await browser.close();
    await site.close();
    await service.stop();
  }
}

/** By the source maps of what was built. */
async function sourcesThatRan(page: Page): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const { url, source = '', functions } of await page.coverage.stopJSCoverage()) {
    const name = /\/(geolet[\w-]*(?:\.[\w-]+)?\.js)/.exec(url)?.[1];
    if (name === undefined) continue;
    const map = new SourceMap(JSON.parse(readFileSync(`dist/${name}.map`, 'utf8')));
    const lines = lineStarts(source);
    for (const { functionName, ranges } of functions) {
      const [range] = ranges;
      if (!range || range.count === 0 || (functionName === '' && range.startOffset === 0)) continue;
      const line = lines.findLastIndex((start) => start <= range.startOffset);
      const entry = map.findEntry(line, range.startOffset - (lines[line] ?? 0));
      const file = 'originalSource' in entry ? /src\/.+/.exec(entry.originalSource)?.[0] : undefined;
      if (file !== undefined && !file.includes('node_modules')) files.add(file);
    }
  }
  return [...files].sort();
}

function lineStarts(source: string): readonly number[] {
  return [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

async function walkThroughProxy(): Promise<readonly Walk[]> {
  const service = await startServiceApart();
  const origin = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        '<!doctype html><html lang="en"><head><title>Shop</title></head><body><p data-geo-text="{city}">here</p></body></html>',
      ),
  );
  const options = {
    upstream: service.url,
    key: service.key,
    limit: 0,
    trust: 1,
    files: widgetFilesIn('dist'),
    log: () => {},
  };
  const proxy = createNodeServer(toNodeListener(createResponder(options)));
  const pages = createNodeServer(createPagesListener(options, { origin: await listen(origin) }));
  try {
    const ask = (address: string, ip: string) =>
      fetch(address, { headers: { 'x-forwarded-for': ip } }).then((response) => response.text());
    const recordAddress = `${await listen(proxy)}/geo`;
    const pageAddress = await listen(pages);
    await ask(recordAddress, visitors.lyon);
    // The page's walk begins with a record that is there: how it comes is a walk of its own.
    await ask(pageAddress, visitors.osaka);
    return [
      { name: 'a record through the proxy, cold', files: await filesThatRun(() => ask(recordAddress, visitors.osaka)) },
      {
        name: "a page's HTML on Node, the second of a visitor",
        files: await filesThatRun(() => ask(pageAddress, visitors.osaka)),
      },
    ];
  } finally {
    for (const server of [proxy, pages, origin]) server.close().closeAllConnections();
    service.process.kill();
  }
}

/** In a process of its own, so that what it runs is not counted. */
async function startServiceApart(): Promise<{ url: string; key: string; process: ChildProcess }> {
  const process = fork(fileURLToPath(new URL('service-apart.ts', import.meta.url)));
  const [{ url, key }] = (await once(process, 'message')) as [{ url: string; key: string }];
  return { url, key, process };
}

async function walkThroughService(): Promise<Walk> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'geolet-walk-'));
  const service = await openService({ dataDirectory });
  try {
    const account = await service.store.createAccount('walk');
    const { key } = await service.store.issueKey(account, { scopes: ['delete'] });
    await service.store.addSite(account, 'one');
    await service.store.addSite(account, 'two');
    const { url } = await service.listen({ port: 0 });
    const remove = (site: string) =>
      fetch(`${url}/beta/api/delete-website/${site}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${key}` },
      }).then((response) => response.text());
    await remove('one');
    return { name: 'a website is deleted', files: await filesThatRun(() => remove('two')) };
  } finally {
    await service.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** The files of `src` in this process of which a function is called until the work is done. */
async function filesThatRun(work: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ functions }) =>
        functions.some(
          ({ ranges: [range], functionName }) =>
            (range?.count ?? 0) > 0 && !(functionName === '' && range?.startOffset === 0),
        ),
      )
      .filter(({ url }) => url.startsWith('file:'))
      .map(({ url }) => relative('.', fileURLToPath(url)).replaceAll('\\', '/'))
      .filter((file) => file.startsWith('src/'))
      .sort();
  } finally {
    session.disconnect();
  }
}
