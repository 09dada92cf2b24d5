import { createServer, type RequestListener } from 'node:http';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';
import { chromium as program, findOrInstallBrowser } from '../support/find-browser.ts';
import { listen } from '../support/loopback.ts';

/** A browser for all tests of a file, and the address of a server for it; both are there once the tests run. */
export function shareBrowser(listener: RequestListener, args: readonly string[] = []) {
  const shared = { browser: undefined as unknown as Browser, url: '' };
  const server = createServer(listener);
  beforeAll(async () => {
    const executablePath = findOrInstallBrowser(program);
    const allArgs = ['--no-sandbox', '--disable-gpu', ...args];
    shared.browser = await chromium.launch({ ...(executablePath && { executablePath }), args: allArgs });
    shared.url = `${await listen(server)}/`;
  });
  afterAll(async () => {
    await shared.browser.close();
    server.closeAllConnections();
    server.close();
  });
  return shared;
}
