import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../engines/visible-text.ts';
import { startService } from '../support/service.ts';
import { visitors } from '../support/visitors.ts';
import { startWordPress, type WordPress } from './start-wordpress.ts';
import { logIn, readAs } from './visits.ts';

let wordpress: WordPress;
let service: Awaited<ReturnType<typeof startService>>;
let browser: Browser;

/** Ids and classes, a shortcode, and attributes: what somebody writes into the tab "Text". */
const content = `<h2 class="hero-title">Made to walk</h2>
<p id="price">$49</p>
<p>Boots for [geo-text template="{city}"]you[/geo-text]</p>
<p class="promo">No customs in the EU.</p>
<p data-geo-hide="country: FR">Ships in 5 days.</p>`;

const rules = [
  { select: '.hero-title', text: 'Made to walk {city}' },
  { select: '#price', currency: 'USD 49, EUR 45, JPY 6900' },
  { select: '.promo', show: 'eu' },
];

beforeAll(async () => {
  service = await startService();
  wordpress = await startWordPress();
  await wordpress.php(`
    update_option( 'geolet', array( 'source' => 'service', 'upstream' => '${service.url}', 'trust' => 1, 'timeoutMs' => 20000 ) );
    update_option( 'geolet_key', '${service.key}', false );
    wp_insert_user( array( 'user_login' => 'author', 'user_pass' => 'a password', 'user_email' => 'author@shop.example', 'role' => 'author' ) );
    wp_update_user( array( 'ID' => 1, 'user_pass' => 'a password' ) );
  `);
  // What the plugin "Classic Editor" does, and a theme that has the rules in its head.
  const folder = join(wordpress.root, 'wp-content/mu-plugins');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'classic.php'),
    `<?php
add_filter( 'use_block_editor_for_post', '__return_false' );
// A slow machine: the draft that WordPress saves by itself takes its time.
add_action( 'wp_ajax_heartbeat', function () { sleep( 1 ); }, 0 );
add_action( 'wp_head', function () { echo '<script type="application/json" data-geo-settings>${JSON.stringify({ rules })}</script>'; } );`,
  );
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  await service?.stop();
  expect(complaints).toEqual([]);
});

describe.each(['admin', 'author'])('the classic editor, used by somebody with the role of %s', (role) => {
  let page: Page;
  let post: string;

  it('saves ids, classes, attributes and shortcodes, also after a look at the tab "Visual"', async () => {
    page = await logIn(browser, wordpress, { name: role, password: 'a password' });
    await page.goto(`${wordpress.url}/wp-admin/post-new.php`);
    await page.fill('#title', `Boots of ${role}`);
    await page.click('#content-html');
    await page.fill('#content', content);
    await page.click('#content-tmce');
    await page.waitForFunction(() => document.getElementById('wp-content-wrap')?.classList.contains('tmce-active'));
    await page.click('#content-html');
    for (const kept of [
      'class="hero-title"',
      'id="price"',
      'class="promo"',
      'data-geo-hide="country: FR"',
      '[geo-text',
    ])
      expect(await page.inputValue('#content')).toContain(kept);
    // WordPress saves a draft by itself once there is a title. Until that is done it ignores the button.
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#auto_draft')?.value === '');
    await page.click('#publish:not(.disabled)');
    await page.waitForSelector('#message a');
    post = (await page.getAttribute('#sample-permalink a, #message a', 'href')) ?? '';
  });

  it.each([
    ['Lyon', visitors.lyon, 'Made to walk Lyon €45 Boots for Lyon No customs in the EU.'],
    ['Osaka', visitors.osaka, 'Made to walk Osaka ¥6,900 Boots for Osaka Ships in 5 days.'],
    ['nowhere', visitors.nowhere, 'Made to walk $49 Boots for you No customs in the EU. Ships in 5 days.'],
  ])('lets a visitor in %s read what rules and markup say', async (_place, address, text) => {
    const visit = await readAs(browser, post, address);
    await expect.poll(() => visit.evaluate(visibleText, '.wp-block-post-content'), { timeout: 60_000 }).toBe(text);
    await visit.context().close();
  });
});
