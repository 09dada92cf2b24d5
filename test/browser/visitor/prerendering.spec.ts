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

/** The page before: it has the other one prerendered, and goes to it. */
const before = (rules: string) =>
  `<script type="speculationrules">${rules}</script><script>fetch('/go').then(() => (location.href = '/next'))</script>`;

/** Has a browser prerender a page. */
function prerender(site: Site, profile: string, head: string, { opener = before, tag = '' } = {}): Prerendered {
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
  site.page(`<main>${content}</main>`, { path: '/next', head: tell + head, ...(tag && { tag }) });
  const rules = JSON.stringify({ prerender: [{ urls: ['/next'], eagerness: 'immediate' }] });
  const url = site.page(opener(rules), { tag });
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

test('a refresh of a prerendered page waits until it is seen @rare', async ({ site }, testInfo) => {
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

for (const [what, isWithdrawn] of [
  ['shows and stores nothing when consent was withdrawn', true],
  ['shows what is stored when nothing was withdrawn @rare', false],
] as const)
  test(`a page that was prerendered with consent ${what} before it is seen`, async ({ site }, testInfo) => {
    const tag = '<script async src="/geolet.js" data-consent="required"></script>';
    const opener = (rules: string) => `<script>
    geoletQueue = [(geolet) => {
      geolet.consent(true);
      const leave = async () => {
        if (geolet.visitor.source !== 'network') return;
        document.removeEventListener('geo-change', leave);
        document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: ${JSON.stringify(rules)} }));
        await fetch('/go');
        if (${isWithdrawn}) geolet.consent(false);
        location.href = '/next';
      };
      for (const type of ['geo-ready', 'geo-change']) document.addEventListener(type, leave);
    }];
  </script>`;
    const head = `<script>
    document.addEventListener('prerenderingchange', () =>
      setTimeout(() => (told.push(...Object.keys(localStorage), ...Object.keys(sessionStorage)), tell())));
  </script>`;
    const { told, go, close } = prerender(site, testInfo.outputPath('profile'), head, { opener, tag });
    try {
      await expect.poll(() => told.at(-1), patience).toMatchObject({ prerendering: true });
      go();
      await expect
        .poll(() => told.at(-1), patience)
        .toMatchObject({ prerendering: false, text: isWithdrawn ? asWritten : inLyon });
      expect(told.some((one) => JSON.stringify(one).includes('geolet:'))).toBe(!isWithdrawn);
      expect(requestsFor('/geo', site)).toBe(1);
    } finally {
      close();
    }
  });
