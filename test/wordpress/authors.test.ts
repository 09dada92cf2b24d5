import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../engines/visible-text.ts';
import { startService } from '../support/service.ts';
import { visitors } from '../support/visitors.ts';
import { startWordPress, type WordPress } from './start-wordpress.ts';
import { readAs } from './visits.ts';

let wordpress: WordPress;
let service: Awaited<ReturnType<typeof startService>>;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  wordpress = await startWordPress();
  await wordpress.php(`
    update_option( 'geolet', array( 'source' => 'service', 'upstream' => '${service.url}', 'trust' => 1, 'timeoutMs' => 20000 ) );
    update_option( 'geolet_key', '${service.key}', false );
    wp_insert_user( array( 'user_login' => 'author', 'user_pass' => 'a password', 'user_email' => 'author@shop.example', 'role' => 'author' ) );
  `);
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  await service?.stop();
  expect(complaints).toEqual([]);
});

/** Saves a post as an author. @returns what WordPress keeps of it, and where it is read. */
async function saveAsAuthor(markup: string): Promise<{ readonly kept: string; readonly address: string }> {
  const said = await wordpress.php(`
    wp_set_current_user( get_user_by( 'login', 'author' )->ID );
    kses_init();
    $post = wp_insert_post( array(
      'post_title' => 'Boots',
      'post_status' => 'publish',
      'post_content' => wp_slash( base64_decode( '${Buffer.from(markup).toString('base64')}' ) ),
    ) );
    echo json_encode( array( 'kept' => get_post( $post )->post_content, 'address' => get_permalink( $post ) ) );
  `);
  return JSON.parse(said) as { kept: string; address: string };
}

it.each([
  '<geo-if country="FR BE" not-city="Lyon" hidden>Bonjour</geo-if>',
  '<geo-switch><geo-case group="eu" hidden>VAT included</geo-case><p slot="else">No VAT</p></geo-switch>',
  '<geo-switch><template slot="else" class="late" lang="fr" data-geo-when="country: FR"><p>Bonjour</p></template></geo-switch>',
  '<geo-text template="{city:lower|your city}">your city</geo-text>',
  '<geo-currency prices="USD 149, EUR 139" was="USD 199" charm=".99">$149</geo-currency>',
  '<geo-suggest country="AT" href="/de{path}" hidden>Zur deutschen Seite</geo-suggest>',
  '<a href="/boots" data-geo-href="https://{country:lower}.shop.example/{language:lower|en}">Boots</a>',
  '<a href="/pricing" data-geo-href="/{country:lower}/pricing" data-geo-when="country: DE AT FR">Pricing</a>',
  '<img src="/a.gif" data-geo-src="/{country:lower}.gif" data-geo-srcset="/{country:lower}@2.gif 2x" alt="Our shop">',
  '<p class="geo-show-jp geo-hidden" hidden>For Japan.</p>',
  '<geo-time><time datetime="2026-11-27T09:00Z">Friday</time></geo-time>',
])('of what an author writes, WordPress keeps %s', async (markup) => {
  expect((await saveAsAuthor(markup)).kept).toBe(markup);
});

describe('of what an author writes, WordPress does not keep', () => {
  it.each([
    ['a handler', '<geo-if country="FR" onclick="alert(1)">a</geo-if>', '<geo-if country="FR">a</geo-if>'],
    [
      'a scheme',
      '<geo-suggest href="javascript:alert(1)">a</geo-suggest>',
      '<geo-suggest href="alert(1)">a</geo-suggest>',
    ],
    [
      'a scheme in a code for its colon',
      '<geo-suggest href="javascript&#58;alert(1)">a</geo-suggest>',
      '<geo-suggest href="alert(1)">a</geo-suggest>',
    ],
    ['a script in a template', '<template><script>alert(1)</script></template>', '<template>alert(1)</template>'],
    [
      'a template that becomes a shadow root',
      '<geo-if><template shadowrootmode="open"><p>a</p></template></geo-if>',
      '<geo-if><template><p>a</p></template></geo-if>',
    ],
    ['a frame', '<geo-if><iframe src="https://evil.example"></iframe></geo-if>', '<geo-if></geo-if>'],
    ['an element that nobody knows', '<geo-evil places="x">a</geo-evil>', 'a'],
    [
      'a customized element',
      '<geo-text is="x-evil" template="{city}">a</geo-text>',
      '<geo-text template="{city}">a</geo-text>',
    ],
    ['a srcset, as without the plugin', '<img src="/a.gif" srcset="/b.gif 2x" alt="">', '<img src="/a.gif" alt="">'],
  ])('%s', async (_what, markup, kept) => {
    expect((await saveAsAuthor(markup)).kept).toBe(kept);
  });

  it('a scheme that a field brings: the widget writes no such address', async () => {
    const { kept, address } = await saveAsAuthor(
      '<a href="/pricing" data-geo-href="javascript:alert(\'{country:lower}\')">Pricing</a> <geo-text template="from {country}">from afar</geo-text>',
    );
    expect(kept).toContain('javascript:');
    const page = await readAs(browser, address, visitors.lyon);
    await expect.poll(() => page.evaluate(visibleText, '.wp-block-post-content')).toBe('Pricing from France');
    expect(await page.locator('.wp-block-post-content a').getAttribute('href')).toBe('/pricing');
    await page.context().close();
  });
});

describe("an author's post", () => {
  const price = '<geo-currency prices="USD 149, EUR 139, JPY 21900">$149</geo-currency>';

  it('leads a visitor to the address with their country in it', async () => {
    const { address } = await saveAsAuthor(
      '<a class="boots" href="/boots" data-geo-href="/{country:lower}/boots">Boots</a>',
    );
    const page = await readAs(browser, address, visitors.lyon);
    await expect.poll(() => page.locator('.boots').getAttribute('href')).toBe(new URL('/fr/boots', address).href);
    await page.context().close();
  });

  it.each([
    ['shows a preview of another country, and asks nobody for the record', '?geo-as=JP', '¥21,900', 0],
    ['shows no preview without being asked for one', '', '€139', 1],
  ])('%s', async (_fact, query, text, records) => {
    const { address } = await saveAsAuthor(price);
    const context = await browser.newContext({
      locale: 'en-US',
      extraHTTPHeaders: { 'x-forwarded-for': visitors.lyon },
    });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(address + query);
    await expect.poll(() => page.evaluate(visibleText, '.wp-block-post-content')).toBe(text);
    expect(asked.filter((path) => path.startsWith('/wp-json/'))).toHaveLength(records);
    await context.close();
  });

  it.each([
    ['loads the widget before the first frame of a repeat visit, where the owner wants it', 'yes', 2],
    ['loads the widget as on the first visit, where the owner does not want it', 'no', 1],
  ])('%s', async (_fact, firstFrame, scripts) => {
    await wordpress.php(
      `update_option( 'geolet', array( 'firstFrame' => '${firstFrame}' ) + get_option( 'geolet' ) );`,
    );
    const { address } = await saveAsAuthor(price);
    const page = await readAs(browser, address, visitors.lyon);
    const tags = page.locator('script[src*="geolet.js"]');
    await expect.poll(() => page.evaluate(visibleText, '.wp-block-post-content')).toBe('€139');
    expect(await tags.count()).toBe(1);
    await page.reload();
    expect(await tags.count()).toBe(scripts);
    await page.context().close();
  });

  it.each([
    ['bindings', 'geolet-bindings.js'],
    ['all', 'geolet.js'],
  ])('loads the script that the owner wants: %s', async (script, file) => {
    await wordpress.php(`update_option( 'geolet', array( 'script' => '${script}' ) + get_option( 'geolet' ) );`);
    const { address } = await saveAsAuthor(price);
    const page = await readAs(browser, address, visitors.lyon);
    await expect.poll(() => page.evaluate(visibleText, '.wp-block-post-content')).toBe('€139');
    expect(await page.locator(`script[src*="/${file}?"]`).count()).toBe(1);
    await page.context().close();
  });
});
