import { pathToFileURL } from 'node:url';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { type Site, scriptTag } from '../../support/site.ts';
import { builtFile, type Framework, type Mode } from './build-fixtures.ts';

declare global {
  /** Starts the framework on what the server has rendered. */
  var hydrate: (form: string) => void;
  /** Set by the fixture's first effect. */
  var hydrated: boolean | undefined;
}

export const bindingsOnLoad = scriptTag.replace('async', 'async data-bindings="load"');
export const bindingsByHand = scriptTag.replace('async', 'async data-bindings="manual"');
export const scriptThatDoesNotRun = scriptTag.replace('async', 'async type="text/plain" id="geolet"');

/** A framework, how it was built, and the form that its root takes. */
export interface Fixture {
  readonly name: string;
  readonly framework: Framework;
  readonly mode: Mode;
  readonly form: 'app' | 'strict' | 'document' | 'streamed';
}

/** Development builds are the ones that warn of a mismatch; visitors get the other. */
export const fixtures: readonly Fixture[] = [
  { name: 'React, development build', framework: 'react', mode: 'development', form: 'app' },
  { name: 'React, development build in StrictMode', framework: 'react', mode: 'development', form: 'strict' },
  { name: 'React, development build of the whole document', framework: 'react', mode: 'development', form: 'document' },
  { name: 'React', framework: 'react', mode: 'production', form: 'app' },
  { name: 'React 18, development build', framework: 'react18', mode: 'development', form: 'app' },
  { name: 'React 18, development build in StrictMode', framework: 'react18', mode: 'development', form: 'strict' },
  { name: 'React 18', framework: 'react18', mode: 'production', form: 'app' },
  { name: 'Vue, development build', framework: 'vue', mode: 'development', form: 'app' },
  { name: 'Vue', framework: 'vue', mode: 'production', form: 'app' },
  { name: 'Svelte, development build', framework: 'svelte', mode: 'development', form: 'app' },
  { name: 'Svelte', framework: 'svelte', mode: 'production', form: 'app' },
];

/** Serves the shop as the framework's own server renderer has it. @returns its address; nothing hydrates before `globalThis.hydrate()`. */
export async function renderedPage(site: Site, { framework, mode, form }: Fixture, tag = scriptTag): Promise<string> {
  const client = await readFile(builtFile(framework, mode, 'client'));
  site.file('/client.js', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(client),
  );
  const { render } = (await import(pathToFileURL(builtFile(framework, mode, 'server')).href)) as {
    render(form: string): string | Promise<string>;
  };
  const markup = await render(form);
  if (form === 'document')
    return site.page(`<!doctype html>${markup.replace('<script async="" src="/geolet.js"></script>', tag)}`);
  return site.page(`<div id="app">${markup}</div>`, { tag: `${tag}<script type="module" src="/client.js"></script>` });
}

/** Serves a page of which React sends one part only once that is let go. @returns its address. */
export async function streamedPage(site: Site, mode: Mode, letGo: Promise<unknown>): Promise<string> {
  const client = await readFile(builtFile('react', mode, 'client'));
  site.file('/client.js', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(client),
  );
  const { stream } = (await import(pathToFileURL(builtFile('react', mode, 'server')).href)) as {
    stream(delivery: Promise<string>, response: ServerResponse): void;
  };
  site.file('/streamed', (_request, response) =>
    stream(
      letGo.then(() => 'By post:'),
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }),
    ),
  );
  return `${site.url}/streamed`;
}

/** Hydrates, until the framework's own effects have run. */
export async function hydrate(page: Page, { form }: Fixture): Promise<void> {
  await page.waitForFunction(() => typeof globalThis.hydrate === 'function');
  await page.evaluate((form) => globalThis.hydrate(form), form);
  await page.waitForFunction(() => globalThis.hydrated);
}
