import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import type { Site } from '../support/site.ts';

/** Site builders whose pages are reconstructed here, by the names of their files and of their pages in `docs`. */
export const builders = ['webflow', 'framer', 'wix', 'squarespace', 'shopify', 'elementor', 'divi', 'bricks'] as const;
export type Builder = (typeof builders)[number];

const folder = import.meta.dirname;

/** Which page of the shop it is. */
interface PageOfShop {
  readonly path?: string;
  /** Puts other words into the page and its script. */
  readonly edit?: (text: string) => string;
}

/** Serves the shop as the builder publishes it, with code in its head. @returns its address. */
export async function builderPage(
  site: Site,
  builder: Builder,
  head: string,
  { path = '/', edit = (text) => text }: PageOfShop = {},
): Promise<string> {
  const client = `${path.replace(/\/$/, '')}/client.js`;
  const html = (await documentOf(builder)).replace('/client.js', client);
  if (isHydrated(builder)) {
    const script = edit(await bundle(builder));
    site.file(client, (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script),
    );
  }
  return site.page(
    edit(html).replace('<!-- head code -->', () => head),
    { path },
  );
}

function isHydrated(builder: Builder): boolean {
  return builder === 'framer' || builder === 'wix';
}

async function documentOf(builder: Builder): Promise<string> {
  if (!isHydrated(builder)) return readFileSync(join(folder, `${builder}.html`), 'utf8');
  const { Page, style } = (await import(`./${builder}.js`)) as { Page: FunctionComponent; style: string };
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shoes</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><style>${style}</style><!-- head code --><script defer src="/client.js"></script></head><body><div id="root">${renderToString(createElement(Page))}</div></body></html>`;
}

const bundles = new Map<Builder, Promise<string>>();

/** The page's own script, with the development build of React: that one says what does not fit. */
function bundle(builder: Builder): Promise<string> {
  const made = bundles.get(builder) ?? buildClient(builder);
  bundles.set(builder, made);
  return made;
}

async function buildClient(builder: Builder): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(folder, `${builder}.js`), output: { format: 'iife' } },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error(`${builder}.js was not built`);
  return output.output[0].code;
}
