import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import { writeRecipes } from '../frameworks/support/recipes.ts';
import { findNewestNode, versionOf } from '../newest-node/binary.ts';
import { freePort } from '../support/loopback.ts';
import { startService } from '../support/service.ts';
import { consumers, folder as packed, installed, run } from './packed.ts';

/** Several frameworks refuse a Node as old as our oldest. Where the newest is not to be had, as on a Mac, one's own does if it is new enough. */
export function nodeForFrameworks(): string {
  const newest = findNewestNode();
  if (newest !== undefined) return newest;
  const [major, minor] = versionOf(process.execPath);
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath;
  throw new Error(
    `These frameworks want Node 22.22 or newer, this is ${process.version}, and the newest Node has no package for ${process.platform} on ${process.arch}: run npm test -- package with a newer one.`,
  );
}

/** A shop among the consumers, and how its framework builds and serves it. */
export interface Shop {
  readonly folder: string;
  /** Where the files go that the documentation shows; the places by their paths among the recipes. */
  readonly documented: Readonly<Record<string, string>>;
  /** Where its framework has files that are served as they are. */
  readonly statics: string;
  /** What an older build left. */
  readonly built: string;
  readonly node?: string;
  readonly build: readonly string[];
  start(port: number): readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Application {
  readonly url: string;
  /** What its build printed. */
  readonly build: string;
  /** Opens a page of a visitor behind a server in front. Its console and its requests are listed. */
  visit(
    address: string,
    options?: { readonly javaScriptEnabled: boolean },
  ): Promise<{ page: Page; lines: string[]; asked: string[] }>;
  stop(): Promise<void>;
}

const startMs = 60_000;

/** Builds a shop with the files that the documentation shows and the widget's, and starts it beside a service. */
export async function startApplication(shop: Shop): Promise<Application> {
  const folder = join(consumers, shop.folder);
  const node = shop.node ?? process.execPath;
  writeFiles(shop, folder);
  const { status, output } = run(node, shop.build, folder);
  if (status !== 0) throw new Error(`${shop.folder} is not built: ${output}`);
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const service = await startService();
    ends.push(() => service.stop());
    const url = await startServer(shop, node, folder, { GEOLET_UPSTREAM: service.url, GEOLET_KEY: service.key }, ends);
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '', args: ['--no-sandbox'] });
    ends.push(() => browser.close());
    return { url, build: output, stop, visit: (address, options) => visit(browser, address, options) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns where it is, as soon as it has said so. */
async function startServer(
  shop: Shop,
  node: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
  ends: (() => Promise<unknown>)[],
): Promise<string> {
  const port = await freePort();
  const server = spawn(node, shop.start(port), {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...settings,
      ...shop.environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  ends.push(() => {
    server.kill();
    return exited;
  });
  const deadline = setTimeout(() => server.kill(), startMs);
  const printed: string[] = [];
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      if (line.includes(`:${port}`)) return `http://127.0.0.1:${port}`;
      printed.push(line);
    }
  } finally {
    clearTimeout(deadline);
    server.stdout.resume();
  }
  throw new Error(
    `The server of ${shop.folder} ended, or was ended after ${startMs / 1000} s, and never named port ${port}. It printed:\n${printed.join('\n')}`,
  );
}

async function visit(
  browser: Browser,
  address: string,
  { javaScriptEnabled } = { javaScriptEnabled: true },
): ReturnType<Application['visit']> {
  const context = await browser.newContext({
    locale: 'en-US',
    javaScriptEnabled,
    extraHTTPHeaders: { 'x-forwarded-for': `9.9.9.9, ${address}` },
  });
  // Browsers ask for it sooner or later; these shops have none.
  await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  const page = await context.newPage();
  const lines: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  page.on('pageerror', (error) => lines.push(String(error)));
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return { page, lines, asked };
}

function writeFiles({ folder: shop, documented, statics, built }: Shop, folder: string): void {
  // Of its own: other test files write theirs at the same time.
  const recipes = join(packed, 'recipes', shop);
  writeRecipes(recipes);
  rmSync(join(folder, built), { recursive: true, force: true });
  for (const [recipe, place] of Object.entries(documented)) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    copyFileSync(join(recipes, recipe), join(folder, place));
  }
  cpSync(join(installed, 'dist'), join(folder, statics), { recursive: true });
}
