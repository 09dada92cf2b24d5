import { mkdirSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { WordPress } from './start-wordpress.ts';

/** A page in which somebody is logged in. */
export async function logIn(
  browser: Browser,
  { url }: WordPress,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await page.goto(`${url}/wp-login.php`);
  await page.fill('#user_login', name);
  await page.fill('#user_pass', password);
  await page.click('#wp-submit');
  await page.waitForURL(/wp-admin/);
  return page;
}

/** A page, as a visitor at this address opens it, with the address as the one server in front writes it. */
export async function readAs(browser: Browser, address: string, visitor: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', extraHTTPHeaders: { 'x-forwarded-for': visitor } });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** For somebody to look at, where `PICTURES` names a folder. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
