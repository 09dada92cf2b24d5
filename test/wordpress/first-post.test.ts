import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pluginFiles } from '../../scripts/wordpress/plugin-files.ts';
import { zip } from '../../scripts/wordpress/zip.ts';
import { visibleText } from '../engines/visible-text.ts';
import { startService } from '../support/service.ts';
import { visitors } from '../support/visitors.ts';
import { logIn, readAs, takePicture } from './visits.ts';
import { administrator, startWordPress, type WordPress } from './start-wordpress.ts';

let wordpress: WordPress;
let service: Awaited<ReturnType<typeof startService>>;
let browser: Browser;
let admin: Page;

beforeAll(async () => {
  service = await startService();
  wordpress = await startWordPress({ withPlugin: false });
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '', args: ['--no-sandbox'] });
  admin = await logIn(browser, wordpress, administrator);
});
afterAll(async () => {
  await browser?.close();
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  await service?.stop();
  expect(complaints).toEqual([]);
});

async function expectText(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(visibleText, '.wp-block-post-content'), { timeout: 60_000 }).toBe(text);
}

/** What an owner does with a fresh WordPress, in this order. Each step needs the one before. */
describe('an owner of a fresh WordPress', () => {
  it('uploads the zip and activates the plugin', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'geolet-zip-'));
    const archive = join(folder, 'geolet-wordpress.zip');
    writeFileSync(archive, zip(pluginFiles('dist')));
    await admin.goto(`${wordpress.url}/wp-admin/plugin-install.php?tab=upload`);
    await admin.setInputFiles('input[type=file]', archive);
    await admin.click('#install-plugin-submit');
    await admin.click('text=Activate Plugin');
    await admin.waitForURL(/plugins\.php/);
    expect(await admin.locator('[data-slug=geolet] .deactivate').count()).toBe(1);
    rmSync(folder, { recursive: true });
  });

  it('sees pages without any script of the plugin until it is set up', async () => {
    const html = await (await fetch(wordpress.url)).text();
    expect(html).not.toContain('geolet.js');
    expect((await fetch(`${wordpress.url}/wp-json/geolet/v1/visitor`)).status).toBe(404);
  });

  it('says where the record comes from, and is told of a mistake', async () => {
    await admin.goto(`${wordpress.url}/wp-admin/options-general.php?page=geolet`);
    await admin.getByLabel('a visitor-data service').check();
    await admin.getByLabel('Address of the service').fill('ftp://geo.example');
    await admin.getByLabel('Key of the service').fill(service.key);
    await admin.getByLabel('Servers in front of WordPress').fill('1');
    await admin.getByLabel('Longest wait for the service').fill('20000');
    await admin.click('#submit');
    expect(await admin.locator('.notice-error').innerText()).toContain(
      'write scheme and host of the visitor-data service',
    );
    await admin.getByLabel('Address of the service').fill(service.url);
    await admin.click('#submit');
    expect(await admin.locator('.notice-success').innerText()).toContain('Settings saved');
    await takePicture(admin, 'settings');
  });

  it('never sees the key again', async () => {
    await admin.reload();
    expect(await admin.content()).not.toContain(service.key);
    expect(await admin.getByLabel('Key of the service').getAttribute('placeholder')).toContain('A key is saved');
  });

  it('writes a post that greets its reader, who reads it from the page cache', async () => {
    const text =
      '<!-- wp:paragraph --><p>Made to walk <geo-text template="{city}">your city</geo-text>, ' +
      '<geo-currency prices="USD 149, EUR 139, JPY 21900">$149</geo-currency></p><!-- /wp:paragraph -->';
    await wordpress.php(
      `wp_insert_post( array( 'post_title' => 'Boots', 'post_name' => 'boots', 'post_status' => 'publish', 'post_author' => 1, 'post_content' => wp_slash( '${text}' ) ) );`,
    );
    const post = `${wordpress.url}/boots/`;
    await (await fetch(post)).text();
    expect((await fetch(post)).headers.get('x-page-cache')).toBe('HIT');
    const lyon = await readAs(browser, post, visitors.lyon);
    await expectText(lyon, 'Made to walk Lyon, €139');
    await takePicture(lyon, 'post-in-lyon');
    await expectText(await readAs(browser, post, visitors.osaka), 'Made to walk Osaka, ¥21,900');
    await expectText(await readAs(browser, post, visitors.nowhere), 'Made to walk your city, $149');
  });

  it('keeps the route from other users, and settings from who may not manage options', async () => {
    await wordpress.php(
      "wp_create_user( 'editor', 'editors password', 'editor@shop.example' ); get_user_by( 'login', 'editor' )->set_role( 'editor' );",
    );
    const editor = await logIn(browser, wordpress, { name: 'editor', password: 'editors password' });
    const page = await editor.goto(`${wordpress.url}/wp-admin/options-general.php?page=geolet`);
    expect(page?.status()).toBe(403);
    const answer = await editor.request.post(`${wordpress.url}/wp-admin/options.php`, {
      form: { option_page: 'geolet', action: 'update', 'geolet[source]': 'none' },
    });
    expect(answer.status()).toBe(403);
    const withoutNonce = await admin.request.post(`${wordpress.url}/wp-admin/options.php`, {
      form: { option_page: 'geolet', action: 'update', 'geolet[source]': 'none' },
    });
    expect(withoutNonce.status()).toBe(403);
    expect(await wordpress.php("echo get_option( 'geolet' )['source'];")).toBe('service');
  });

  it('removes all that was stored by deleting the plugin', async () => {
    const left = await wordpress.php(`
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      require_once ABSPATH . 'wp-admin/includes/file.php';
      add_post_meta( 1, '_geolet_prices', 'EUR 139' );
      deactivate_plugins( 'geolet/geolet.php' );
      delete_plugins( array( 'geolet/geolet.php' ) );
      global $wpdb;
      echo json_encode( array(
        $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%geolet%'" ),
        $wpdb->get_col( "SHOW TABLES LIKE '%geolet%'" ),
        get_post_meta( 1, '_geolet_prices' ),
        is_dir( WP_PLUGIN_DIR . '/geolet' ),
      ) );
    `);
    expect(JSON.parse(left)).toEqual([[], [], [], false]);
  });
});
