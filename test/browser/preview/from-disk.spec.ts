import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { dist } from '../../support/site.ts';
import { expect, visibleText } from '../support/test.ts';
import { asWritten, content, test as base } from '../visitor/told.ts';

const test = base.extend<{ file: string }>({
  /** The address of a page that lies beside the built files, as somebody has it who has unpacked them. */
  file: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'geolet-disk-'));
    await cp(dist, folder, { recursive: true });
    await writeFile(
      join(folder, 'index.html'),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title></head><body><main>${content}</main><script async src="geolet.js"></script></body></html>`,
    );
    await use(pathToFileURL(join(folder, 'index.html')).href);
    await rm(folder, { recursive: true });
  },
});

async function expectText(page: Page, text: string): Promise<void> {
  await expect.poll(() => visibleText(page.locator('main')), { message: 'what the visitor reads' }).toBe(text);
}

test('a page from disk is tried as somebody else, with bindings, elements and the control', async ({
  page,
  file,
  expectLines,
}) => {
  expectLines(/\[geolet\] bad-settings: endpoint: \/geo/);
  await page.goto(`${file}?geo-as=JP`);
  await expectText(page, 'Hello Japan Shoes for you Five days.');
  await page.locator('geo-preview').getByLabel('Viewing as').selectOption({ label: 'France' });
  await expectText(page, 'Hello France Always here. Shoes for you Two days.');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expectText(page, asWritten);
});

test('without it a page from disk is as written, and one line says why', async ({
  page,
  file,
  told,
  lines,
  expectLines,
}) => {
  expectLines(/\[geolet\] bad-settings: endpoint: \/geo/);
  await page.goto(file);
  await expect.poll(() => told()).toEqual(['geo-error bad-settings', 'geo-ready none']);
  await page.waitForFunction(() => customElements.get('geo-if') !== undefined);
  await expectText(page, asWritten);
  expect(lines).toHaveLength(1);
});
