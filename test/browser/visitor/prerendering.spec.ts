import { type ChildProcess, spawn } from 'node:child_process';
import { visibleText } from '../../engines/visible-text.ts';
import type { Site } from '../../support/site.ts';
import { asWritten, content, expect, inLyon, requestsFor, test } from './told.ts';

/** A browser that nobody steers: with developer tools attached, as Playwright attaches them, Chromium prerenders nothing. */
function openUnsteered(url: string, profile: string): ChildProcess {
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    `--user-data-dir=${profile}`,
  ];
  return spawn(process.env.CHROMIUM_PATH ?? '', [...flags, url], { stdio: 'ignore', detached: true });
}

/** Tells the site what the page is told and shows: as it is prerendered, and once it is seen and has its answer. */
const tell = `<script>
  const told = [];
  const tell = () => navigator.sendBeacon('/told', JSON.stringify({ prerendering: document.prerendering, told, text: (${visibleText.toString()})('main') }));
  for (const type of ['geo-ready', 'geo-change', 'geo-error']) document.addEventListener(type, (event) => told.push(type + ' ' + (event.source ?? event.code)));
  addEventListener('error', (event) => told.push(event.message));
  addEventListener('load', tell);
  document.addEventListener('geo-ready', () => customElements.whenDefined('geo-if').then(() => requestAnimationFrame(tell)));
</script>`;

/** A browser that starts with a new profile, on a machine that does other things. */
const patience = { timeout: 20_000 };

interface Prerendered {
  /** What the page has told so far. */
  readonly told: readonly unknown[];
  /** Goes to it. */
  go(): void;
  close(): void;
}

/** Has a browser prerender a page. */
function prerender(site: Site, profile: string, head: string): Prerendered {
  const told: unknown[] = [];
  let go = () => {};
  site.file('/told', (request, response) => {
    response.end();
    void request
      .setEncoding('utf8')
      .toArray()
      .then((chunks: string[]) => told.push(JSON.parse(chunks.join(''))));
  });
  site.file('/go', (_request, response) => void (go = () => response.end()));
  site.page(`<main>${content}</main>`, { path: '/next', head: tell + head });
  const rules = JSON.stringify({ prerender: [{ urls: ['/next'], eagerness: 'immediate' }] });
  const url = site.page(
    `<script type="speculationrules">${rules}</script><script>fetch('/go').then(() => (location.href = '/next'))</script>`,
    { tag: '' },
  );
  const browser = openUnsteered(url, profile);
  // The program may be a script that has started another.
  return { told, go: () => go(), close: () => browser.pid && process.kill(-browser.pid) };
}

test('a page that the browser prerenders asks nothing until it is seen', async ({ site }, testInfo) => {
  const { told, go, close } = prerender(site, testInfo.outputPath('profile'), '');
  try {
    await expect.poll(() => told, patience).toEqual([{ prerendering: true, told: [], text: asWritten }]);
    expect(requestsFor('/geolet.js', site)).toBe(1);
    expect(requestsFor('/geo', site)).toBe(0);
    go();
    await expect
      .poll(() => told[1], patience)
      .toEqual({ prerendering: false, told: ['geo-ready network'], text: inLyon });
    expect(requestsFor('/geolet.js', site)).toBe(1);
    expect(requestsFor('/geo', site)).toBe(1);
  } finally {
    close();
  }
});

test('a refresh of a prerendered page waits until it is seen', async ({ site }, testInfo) => {
  const refresh = `<script>
    const refresh = (geolet) => geolet.refresh().then(() => (told.push('refreshed'), tell()));
    geoletQueue = [(geolet) => queueMicrotask(() => (told.push('asked'), refresh(geolet)))];
  </script>`;
  const { told, go, close } = prerender(site, testInfo.outputPath('profile'), refresh);
  try {
    await expect.poll(() => told, patience).toEqual([{ prerendering: true, told: ['asked'], text: asWritten }]);
    expect(requestsFor('/geo', site)).toBe(0);
    go();
    await expect
      .poll(() => told.find((one) => JSON.stringify(one).includes('refreshed')), patience)
      .toMatchObject({ prerendering: false, told: ['asked', 'geo-ready network', 'refreshed'] });
    expect(requestsFor('/geo', site)).toBeGreaterThan(0);
  } finally {
    close();
  }
});
