import type { APIRequestContext } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrator, startWordPress, type WordPress } from './start-wordpress.ts';
import { openSession } from './visits.ts';

let wordpress: WordPress;
let admin: APIRequestContext;
beforeAll(async () => {
  wordpress = await startWordPress();
  admin = await openSession(wordpress, administrator);
});
afterAll(async () => {
  await admin?.dispose();
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  expect(complaints).toEqual([]);
});

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

async function written(texts: readonly string[]): Promise<unknown> {
  return JSON.parse(
    await wordpress.php(
      `echo json_encode( array_map( array( 'Geolet_Shortcode_Writer', 'write' ), json_decode( base64_decode( '${base64(texts)}' ) ) ) );`,
    ),
  );
}

describe('shortcodes are written as HTML', () => {
  it.each([
    ['one', '[geo-text template="{city}"]your city[/geo-text]', '<geo-text template="{city}">your city</geo-text>'],
    [
      'one with quotes in its words',
      `[geo-delivery days="FR: 1-2, *: 5-9" cutoff="14:00" timezone="Europe/Lisbon" template='By "{to}", isn’t it']Soon[/geo-delivery]`,
      '<geo-delivery days="FR: 1-2, *: 5-9" cutoff="14:00" timezone="Europe/Lisbon" template="By &quot;{to}&quot;, isn’t it">Soon</geo-delivery>',
    ],
    [
      'one in another',
      'a [geo-if country="FR" hidden]b [geo-text template="{city}"]c[/geo-text][/geo-if] d',
      'a <geo-if country="FR" hidden>b <geo-text template="{city}">c</geo-text></geo-if> d',
    ],
    [
      'one of another plugin in it',
      '[geo-if country="FR"][gallery ids="1"][/geo-if]',
      '<geo-if country="FR">[gallery ids="1"]</geo-if>',
    ],
    [
      'in a block of its own',
      '<!-- wp:shortcode -->[geo-if country="FR"]b[/geo-if]<!-- /wp:shortcode -->',
      '<!-- wp:html --><geo-if country="FR">b</geo-if><!-- /wp:html -->',
    ],
    ['the link to the data', '[geolet_attribution]', '<!-- wp:geolet/attribution /-->'],
    [
      'what runs a script is left out',
      '[geo-suggest href="javascript:alert(1)" onclick="x"]a[/geo-suggest]',
      '<geo-suggest href="">a</geo-suggest>',
    ],
  ])('%s', async (_what, before, after) => expect(await written([before])).toEqual([after]));

  it.each([
    ['of other plugins', '[gallery ids="1"] [geography] <!-- wp:shortcode -->[gallery]<!-- /wp:shortcode -->'],
    ['in double brackets, which are examples', '[[geo-text template="{city}"]your city[/geo-text]]'],
    ['none', 'Made to walk <geo-text template="{city}">your city</geo-text> [geo'],
  ])('and not those %s', async (_what, text) => expect(await written([text])).toEqual([text]));
});

const script = '<script>1</script>';
const content = `Made to walk [geo-text template="{city}"]your city[/geo-text]. ${script}`;
const html = `Made to walk <geo-text template="{city}">your city</geo-text>. ${script}`;

/** A post and a widget with shortcodes. */
async function writeShortcodes(name: string): Promise<void> {
  await wordpress.php(`
    kses_remove_filters();
    wp_insert_post( array( 'post_title' => 'Boots', 'post_name' => '${name}', 'post_status' => 'publish', 'post_author' => 1, 'post_content' => wp_slash( '${content}' ) ) );
    update_option( 'widget_text', array( 2 => array( 'text' => '[geo-text template="{country}"]here[/geo-text]' ), '_multiwidget' => 1 ) );
  `);
}

/** The post, its revisions and the widget. */
async function state(name: string): Promise<unknown> {
  return JSON.parse(
    await wordpress.php(`
      $post = get_page_by_path( '${name}', OBJECT, 'post' );
      $revisions = array_values( wp_list_pluck( wp_get_post_revisions( $post->ID ), 'post_content' ) );
      echo json_encode( array( $post->post_content, $revisions, get_option( 'widget_text' )[2]['text'] ) );
    `),
  );
}

const widget = '<geo-text template="{country}">here</geo-text>';

it('switching the plugin off writes them, so that visitors read no shortcode, and switching it on does no harm', async () => {
  await writeShortcodes('boots');
  const plugins = await (await admin.get(`${wordpress.url}/wp-admin/plugins.php`)).text();
  const [, link = ''] = /href="(plugins\.php\?action=deactivate&amp;plugin=geolet[^"]*)"/.exec(plugins) ?? [];
  await admin.get(`${wordpress.url}/wp-admin/${link.replaceAll('&amp;', '&')}`);
  expect(await state('boots')).toEqual([html, [html, content], widget]);
  const read = await (await fetch(`${wordpress.url}/boots/`)).text();
  expect(read).toContain('<geo-text template="{city}">your city</geo-text>');
  expect(read).not.toContain('[geo-');
  await wordpress.php("require_once ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin( 'geolet/geolet.php' );");
  expect(await state('boots')).toEqual([html, [html, content], widget]);
});

it('an update of the plugin leaves them', async () => {
  await writeShortcodes('shoes');
  await wordpress.php(`
    require_once ABSPATH . 'wp-admin/includes/plugin.php';
    deactivate_plugins( 'geolet/geolet.php', true );
    activate_plugin( 'geolet/geolet.php', '', false, true );
  `);
  expect(await state('shoes')).toEqual([content, [], '[geo-text template="{country}"]here[/geo-text]']);
});

it('the settings page says how many there are, and writes them at a click', async () => {
  const page = await (await admin.get(`${wordpress.url}/wp-admin/options-general.php?page=geolet`)).text();
  expect(page).toContain('Posts and widgets with shortcodes of this plugin: 2.');
  const [, nonce = ''] = /value="geolet_write_html">.*?name="_wpnonce" value="(\w+)"/s.exec(page) ?? [];
  const form = { action: 'geolet_write_html', _wpnonce: nonce };
  const answer = await (await admin.post(`${wordpress.url}/wp-admin/admin-post.php`, { form })).text();
  expect(answer).toContain('Posts and widgets that were changed: 2.');
  expect(answer).not.toContain('with shortcodes of this plugin');
  expect(await state('shoes')).toMatchObject([html, [html, content], widget]);
});

it('nobody changes posts without the right and the nonce', async () => {
  await wordpress.php(`
    wp_create_user( 'author', 'authors password', 'author@shop.example' );
    get_user_by( 'login', 'author' )->set_role( 'author' );
  `);
  const form = { action: 'geolet_write_html' };
  expect((await admin.post(`${wordpress.url}/wp-admin/admin-post.php`, { form })).status()).toBe(403);
  const author = await openSession(wordpress, { name: 'author', password: 'authors password' });
  expect((await author.post(`${wordpress.url}/wp-admin/admin-post.php`, { form })).status()).toBe(403);
  await author.dispose();
});
