import { createServer } from 'node:http';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { widgetFilesIn } from '../../src/proxy/node/files.ts';
import { widgetFileName } from '../../src/proxy/widget-files.ts';
import { chromium as program, findOrInstallBrowser } from '../support/find-browser.ts';
import { listen } from '../support/loopback.ts';

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A browser, and a server with the widget and one page at a time. */
export interface Pages {
  readonly url: string;
  /** Opens a page by its markup, for a visitor who has never been here. */
  open(
    html: string,
    options: { readonly language: string; readonly hasScripts: boolean; readonly signal?: boolean },
  ): Promise<Page>;
  close(): Promise<void>;
}

export async function startPages(): Promise<Pages> {
  const executablePath = findOrInstallBrowser(program);
  const browser: Browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const files = widgetFilesIn(process.env.GEOLET_DIST ?? 'dist');
  let served = '';
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    const name = widgetFileName(path);
    if (path === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(served);
    else if (name)
      void files(name, []).then((file) =>
        response
          .writeHead(200, { 'content-type': name.endsWith('.json') ? 'application/json' : 'text/javascript' })
          .end(file?.body),
      );
    else if (path.endsWith('.gif')) response.writeHead(200, { 'content-type': 'image/gif' }).end(pixel);
    else response.writeHead(404).end();
  });
  const url = `${await listen(server)}/`;
  return {
    url,
    async open(html, { language, hasScripts, signal = false }) {
      served = html;
      const context: BrowserContext = await browser.newContext({ javaScriptEnabled: hasScripts, locale: language });
      if (signal)
        await context.addInitScript(() =>
          Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
        );
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
