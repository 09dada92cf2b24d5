import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './apt.ts';

export interface Browser {
  /** How messages call it. */
  readonly name: string;
  /** Programs that serve, best first, as they are called in `PATH`. */
  readonly programs: readonly string[];
  /** What to call it with to see that it runs. */
  readonly proof: readonly string[];
  /** Where installers put them on other systems. */
  readonly places: readonly string[];
  /** Environment variables in which people already say where theirs is. */
  readonly variables: readonly string[];
  /** Debian packages that bring one. */
  readonly packages: readonly string[];
}

/** The headless shell first: the same engine, and it starts in half the time. */
export const chromium: Browser = {
  name: 'Chromium',
  programs: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
  ],
  proof: ['--version', '--no-sandbox'],
  places: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
  ],
  variables: ['CHROMIUM_PATH', 'CHROME_BIN', 'CHROME_PATH'],
  packages: ['chromium-headless-shell'],
};

/** With a window, and with what the headless shell lacks: the back/forward cache. */
export const wholeChromium: Browser = {
  ...chromium,
  programs: chromium.programs.filter((program) => !program.includes('shell')),
  variables: [],
  packages: ['chromium'],
};

export const firefox: Browser = {
  name: 'Firefox ESR',
  programs: ['firefox-esr'],
  proof: ['--version'],
  places: [],
  variables: ['FIREFOX_PATH'],
  packages: ['firefox-esr'],
};

/** The driver of WebKitGTK, whose package brings the small browser that it starts. */
export const webkit: Browser = {
  name: 'WebKitWebDriver',
  programs: ['WebKitWebDriver'],
  proof: ['--help'],
  places: [],
  variables: ['WEBKIT_DRIVER_PATH'],
  packages: ['webkit2gtk-driver'],
};

/** A screen in memory, for a browser that has no headless mode. */
export const xvfb: Browser = {
  name: 'Xvfb',
  programs: ['Xvfb'],
  proof: ['-help'],
  places: [],
  variables: ['XVFB_PATH'],
  packages: ['xvfb'],
};

/**
 * @returns the path of a browser that runs, or undefined. A variable that names a broken one is an error, not a reason
 * to look further.
 */
export function findBrowser(browser: Browser): string | undefined {
  for (const variable of browser.variables) {
    const path = process.env[variable];
    const obstacle = path && whyNotRunning(path, browser);
    if (obstacle)
      throw new Error(
        `${variable}=${path} does not run (${obstacle}). Correct it, or unset it to let a browser be found.`,
      );
    if (path) return path;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...browser.programs.flatMap((program) => folders.map((folder) => join(folder, program))),
    ...browser.places,
  ];
  return candidates.find((path) => existsSync(path) && runs(path, browser));
}

/**
 * As `findBrowser`, and installs one where this machine lets us: as root on Debian and its kin, else Playwright's own.
 * On a machine of CI the headless shell is installed also beside a whole browser, which needs two to three times as long
 * for the same tests.
 */
export function findOrInstallBrowser(browser: Browser): string | undefined {
  const found = findBrowser(browser);
  const isWhole = browser === chromium && found !== undefined && !found.includes('shell');
  if (found && !(isWhole && process.env.CI)) return found;
  if (!installPackages(browser.packages) && browser === chromium && !found)
    run('npx', ['playwright', 'install', '--with-deps', 'chromium-headless-shell']);
  return findBrowser(browser) ?? playwrightsOwn(browser);
}

function playwrightsOwn(browser: Browser): string | undefined {
  if (browser !== chromium) return undefined;
  const { stdout } = spawnSync(
    process.execPath,
    ['-e', "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"],
    { encoding: 'utf8' },
  );
  const path = stdout.trim();
  return path && existsSync(path) && runs(path, browser) ? path : undefined;
}

/** Runs it, since a stub or a missing library shows only then. */
function whyNotRunning(path: string, { proof }: Browser): string | undefined {
  const { status, signal, error, stderr } = spawnSync(path, proof, { timeout: 20_000, encoding: 'utf8' });
  if (status === 0) return undefined;
  return error?.message ?? `it ended with ${status ?? signal}: ${stderr.trim().split('\n').at(-1)}`;
}

function runs(path: string, browser: Browser): boolean {
  return whyNotRunning(path, browser) === undefined;
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 }).status === 0;
}
