import { type Browser, type Page, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../engines/visible-text.ts';
import { startService } from '../support/service.ts';
import { visitors } from '../support/visitors.ts';
import { startWordPress, type WordPress } from './start-wordpress.ts';
import { logIn, readAs, takePicture } from './visits.ts';

let wordpress: WordPress;
let service: Awaited<ReturnType<typeof startService>>;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  wordpress = await startWordPress();
  await wordpress.php(`
    update_option( 'geolet', array( 'source' => 'service', 'upstream' => '${service.url}', 'trust' => 1, 'timeoutMs' => 20000 ) );
    update_option( 'geolet_key', '${service.key}', false );
    foreach ( array( 'author', 'editor' ) as $role ) {
      wp_insert_user( array( 'user_login' => $role, 'user_pass' => 'a password', 'user_email' => "$role@shop.example", 'role' => $role ) );
    }
    wp_update_user( array( 'ID' => 1, 'user_pass' => 'a password' ) );
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

/** What the page of the editor has of the plugin. */
declare const geoletPlaces: {
  conditionOf(places: readonly string[], isExcept: boolean): Readonly<Record<string, string>>;
};

/** What the page of the editor has of WordPress. */
declare const wp: {
  readonly blocks: {
    createBlock(name: string, attributes?: object, inner?: readonly object[]): object;
    getBlockTypes(): readonly { readonly name: string }[];
  };
  readonly data: {
    dispatch(store: string): {
      insertBlocks(blocks: readonly object[]): void;
      editPost(changes: object): void;
      savePost(): Promise<void>;
      toggleFeature(name: string): void;
      selectBlock(id: string): void;
    };
    select(store: string): {
      getBlocks(): readonly {
        readonly clientId: string;
        readonly isValid: boolean;
        readonly name: string;
        readonly attributes?: Readonly<Record<string, unknown>>;
      }[];
      getPermalink(): string;
      isFeatureActive(name: string): boolean;
      didPostSaveRequestSucceed(): boolean;
    };
  };
};

async function openEditor(page: Page, path: string): Promise<void> {
  await page.goto(`${wordpress.url}/wp-admin/${path}`);
  await page.waitForFunction(
    () => typeof wp === 'object' && wp.blocks.getBlockTypes().some(({ name }) => name === 'geolet/price'),
  );
  await page.evaluate(() => {
    if (wp.data.select('core/edit-post').isFeatureActive('welcomeGuide'))
      wp.data.dispatch('core/edit-post').toggleFeature('welcomeGuide');
  });
}

describe.each(['admin', 'editor', 'author'])('the block editor, used by somebody with the role of %s', (role) => {
  let page: Page;
  let post: string;

  it('saves a post with each block', async () => {
    page = await logIn(browser, wordpress, { name: role, password: 'a password' });
    await openEditor(page, 'post-new.php');
    post = await page.evaluate(async (title) => {
      const create = wp.blocks.createBlock;
      wp.data.dispatch('core/block-editor').insertBlocks([
        create('geolet/text', { template: 'Made to walk {city}', fallback: 'Made to walk' }),
        create('geolet/price', { prices: 'USD 149, EUR 139, JPY 21900, IN: USD 99', fallback: '$149' }),
        create('geolet/delivery', {
          days: 'FR: 2, JP: 3-5, US: 4, *: 9',
          timezone: 'Europe/Lisbon',
          template: 'In {days} "working" days',
          fallback: 'Ships in 9 days',
        }),
        create('geolet/visible', { places: ['fr', 'dach'] }, [
          create('core/paragraph', { content: 'Livraison en 2 jours.' }),
        ]),
        create('geolet/visible', { places: ['fr', 'dach'], isExcept: true, isHiddenFirst: true }, [
          create('core/paragraph', { content: 'Ships in 5 days.' }),
        ]),
        create('geolet/country-select', { countries: 'US FR JP *', label: 'Country' }),
        create('geolet/suggestion', { places: ['at'], href: '/de{path}', text: 'Zur deutschen Seite' }),
        create('geolet/attribution'),
        create('geolet/price', { sku: 'asterisk', fallback: '$20' }),
        create('geolet/visible', { places: ['dach', 'usoptout'], isHiddenFirst: true }, [
          create('core/paragraph', { content: 'In a state or in Austria.' }),
        ]),
        create('core/paragraph', {
          content: 'In a state or in Japan.',
          className: 'geo-show-jp geo-show-usoptout geo-hidden',
        }),
        create('core/paragraph', { content: 'For Japan.', className: 'geo-show-jp geo-hidden' }),
      ]);
      wp.data.dispatch('core/editor').editPost({ title, status: 'publish' });
      await wp.data.dispatch('core/editor').savePost();
      return wp.data.select('core/editor').getPermalink();
    }, `Boots of ${role}`);
    expect(await page.evaluate(() => wp.data.select('core/editor').didPostSaveRequestSucceed())).toBe(true);
  });

  it('finds every block valid when the post is opened again', async () => {
    await openEditor(page, `post.php?post=${await newestPost()}&action=edit`);
    await page.waitForFunction(() => wp.data.select('core/block-editor').getBlocks().length === 12);
    const blocks = await page.evaluate(() =>
      wp.data
        .select('core/block-editor')
        .getBlocks()
        .map(({ name, isValid }) => [name, isValid]),
    );
    expect(blocks.filter(([, isValid]) => isValid !== true)).toEqual([]);
    const prices = await page.evaluate(() =>
      wp.data
        .select('core/block-editor')
        .getBlocks()
        .flatMap(({ name, attributes }) => (name === 'geolet/price' ? [attributes] : [])),
    );
    expect(prices).toMatchObject([
      { prices: 'USD 149, EUR 139, JPY 21900, IN: USD 99', fallback: '$149' },
      { sku: 'asterisk', fallback: '$20' },
    ]);
  });

  it.each([
    ['Lyon', visitors.lyon, 'Made to walk Lyon €139 In 2 "working" days Livraison en 2 jours.', ''],
    [
      'Osaka',
      visitors.osaka,
      'Made to walk Osaka ¥21,900 In 3–5 "working" days Ships in 5 days.',
      'In a state or in Japan. For Japan.',
    ],
    [
      'Los Angeles',
      visitors.losAngeles,
      'Made to walk Los Angeles $149 In 4 "working" days Ships in 5 days.',
      'In a state or in Austria. In a state or in Japan.',
    ],
    ['nowhere', visitors.nowhere, 'Made to walk $149 Ships in 9 days Livraison en 2 jours.', ''],
  ])('lets a visitor in %s read what is for them', async (_place, address, text, last) => {
    const visit = await readAs(browser, post, address);
    const read = () => visit.evaluate(visibleText, '.wp-block-post-content');
    await expect.poll(read, { timeout: 60_000 }).toMatch(new RegExp(`^${text.replaceAll('$', '\\$')}`));
    const whole = await read();
    expect(whole).toContain(last);
    for (const part of ['For Japan.', 'In a state or in Austria.', 'In a state or in Japan.'])
      expect(whole.includes(part), part).toBe(last.includes(part));
    expect(whole).not.toContain('Zur deutschen Seite');
    await visit.context().close();
  });

  it('shows who sees a block, and writes it as classes', async () => {
    await page.evaluate(() => {
      const { clientId } = wp.data.select('core/block-editor').getBlocks().at(-1) ?? { clientId: '' };
      wp.data.dispatch('core/block-editor').selectBlock(clientId);
    });
    await expect.poll(() => page.getByText('Visitors from Japan see this block. Nobody else does.').count()).toBe(1);
    if (role === 'admin') await takePicture(page, 'editor-panel');
    await page.getByLabel('Who sees this block').selectOption('hide');
    await page.getByRole('combobox', { name: 'Countries and groups' }).fill('usopt');
    await expect
      .poll(() => page.locator('.components-form-token-field__suggestion').allTextContents())
      .toEqual(['USOPTOUT (group: US states with an opt-out signal law)']);
    await page.getByRole('combobox', { name: 'Countries and groups' }).fill('');
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(wp.data.select('core/block-editor').getBlocks().at(-1))))
      .toContain('"className":"geo-hide-jp"');
    await page.context().close();
  });
});

it('a block says that countries cannot stand beside a group of states, and leaves out what came later', async () => {
  const page = await logIn(browser, wordpress, { name: 'admin', password: 'a password' });
  await openEditor(page, 'post-new.php');
  const conditions = await page.evaluate(() => {
    const { conditionOf } = geoletPlaces;
    return [
      conditionOf(['usoptout'], false),
      conditionOf(['dach', 'usoptout'], false),
      conditionOf(['usoptout', 'fr', 'dach'], true),
      conditionOf(['fr', 'usoptout', 'benelux'], false),
    ];
  });
  expect(conditions).toEqual([
    { group: 'usoptout' },
    { group: 'dach usoptout' },
    { 'not-group': 'usoptout dach' },
    { country: 'FR BE NL LU' },
  ]);
  await page.evaluate(() => {
    const block = wp.blocks.createBlock('geolet/visible', { places: ['fr'] });
    wp.data.dispatch('core/block-editor').insertBlocks([block]);
  });
  const field = page.getByRole('combobox', { name: 'Countries and groups' });
  await field.fill('usoptout');
  await field.press('Enter');
  const notice = page.locator('.components-notice__content', { hasText: 'A block cannot name countries' });
  await expect.poll(() => notice.count()).toBe(1);
  expect(await notice.textContent()).toContain('Left out: USOPTOUT (group: US states with an opt-out signal law).');
  expect(await placesOfLast(page)).toEqual(['fr']);
  await field.fill('DACH');
  await field.press('Enter');
  await expect.poll(() => placesOfLast(page)).toEqual(['fr', 'dach']);
  expect(await notice.count()).toBe(0);
  await page.context().close();
});

async function placesOfLast(page: Page): Promise<unknown> {
  return page.evaluate(() => wp.data.select('core/block-editor').getBlocks().at(-1)?.attributes?.['places']);
}

async function newestPost(): Promise<string> {
  const newest = "get_posts( array( 'numberposts' => 1, 'orderby' => 'ID', 'order' => 'DESC' ) )[0]->ID";
  return (await wordpress.php(`echo ${newest};`)).trim();
}
