import { mkdirSync } from 'node:fs';
import { type APIRequestContext, type Browser, type Page, request } from '@playwright/test';
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

/** What a browser sends that has the settings page before it. */
export async function saveSettings(
  session: APIRequestContext,
  { url }: WordPress,
  changes: Readonly<Record<string, string>>,
  { page = 'options-general.php?page=geolet', action = 'options.php' } = {},
): Promise<{ readonly notices: readonly string[]; readonly html: string }> {
  const form = await fieldsOf(session, `${url}/wp-admin/${page}`);
  const answer = await session.post(`${url}/wp-admin/${action}`, { form: { ...form, ...changes } });
  const html = await answer.text();
  const notices = [...html.matchAll(/<div id=['"]setting-error-[^>]*>(.*?)<\/div>/gs)].map(
    ([, notice]) => notice ?? '',
  );
  return { notices, html };
}

/** The fields of the first form to options.php or edit.php, as a browser would send them unchanged. */
async function fieldsOf(session: APIRequestContext, address: string): Promise<Record<string, string>> {
  const html = await (await session.get(address)).text();
  const fields: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<(?:input|option)\b[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\s${name}=["']([^"']*)["']`).exec(tag)?.[1];
    const name = attribute('name');
    const isSent = !/type=["'](?:radio|checkbox|submit)["']/.test(tag) || /\schecked=/.test(tag);
    if (name !== undefined && !name.endsWith('[]') && isSent && !/\sdisabled=/.test(tag))
      fields[name] = (attribute('value') ?? '').replaceAll('&amp;', '&');
  }
  return fields;
}

/** Somebody who is logged in, without a browser. */
export async function openSession(
  { url }: WordPress,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<APIRequestContext> {
  const session = await request.newContext();
  await session.get(`${url}/wp-login.php`);
  await session.post(`${url}/wp-login.php`, { form: { log: name, pwd: password, testcookie: '1' } });
  return session;
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
