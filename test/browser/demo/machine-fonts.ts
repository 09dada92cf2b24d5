import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { test as base } from './support.ts';

/** Folders of `machine-fonts/`. */
export type MachineFonts = 'dejavu' | 'wide' | 'narrow';

/**
 * A browser on a machine that has these fonts and no others. Where it does not ask fontconfig, as on macOS and Windows, it is
 * this machine with its own.
 */
export const test = base.extend<{ readonly browserWith: (fonts: MachineFonts) => Promise<Browser> }>({
  browserWith: async ({ launchOptions }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'geolet-fonts-'));
    const browsers: Browser[] = [];
    await use(async (fonts) => {
      const configuration = join(folder, `${fonts}.conf`);
      writeFileSync(
        configuration,
        fontconfig(fileURLToPath(new URL(`machine-fonts/${fonts}`, import.meta.url)), folder),
      );
      const browser = await chromium.launch({
        ...launchOptions,
        env: { ...process.env, FONTCONFIG_FILE: configuration },
      });
      browsers.push(browser);
      return browser;
    });
    await Promise.all(browsers.map((browser) => browser.close()));
    rmSync(folder, { recursive: true, force: true });
  },
});

function fontconfig(fonts: string, cache: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${cache}</cachedir>
</fontconfig>
`;
}
