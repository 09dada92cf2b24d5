import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { startWordPress, type WordPress } from './start-wordpress.ts';

let wordpress: WordPress;
let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  service = await startService();
  wordpress = await startWordPress();
});
afterAll(async () => {
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  await service?.stop();
  expect(complaints).toEqual([]);
});

/** Saves settings, and puts lines of PHP behind. */
async function withSettings(settings: Readonly<Record<string, unknown>>, key: string, code: string): Promise<unknown> {
  const all = JSON.stringify({ upstream: service.url, timeoutMs: 20_000, ...settings });
  return JSON.parse(
    await wordpress.php(`
      update_option( 'geolet', json_decode( '${all}', true ) );
      update_option( 'geolet_key', '${key}', false );
      ${code}
    `),
  );
}

describe('shortcodes', () => {
  const html = async (text: string) =>
    (
      (await withSettings(
        {},
        service.key,
        `echo json_encode( array( do_shortcode( '${text}' ) ) );`,
      )) as readonly string[]
    )[0];

  it('are the elements with the same names', async () => {
    expect(await html('[geo-text template="{city}"]your city[/geo-text]')).toBe(
      '<geo-text template="{city}">your city</geo-text>',
    );
    expect(await html('[geo-if country="FR" hidden]Bonjour[/geo-if]')).toBe(
      '<geo-if country="FR" hidden>Bonjour</geo-if>',
    );
  });

  it('have no other attributes, and no address that runs a script', async () => {
    expect(await html('[geo-if onclick="x" country="FR"]a[/geo-if]')).toBe('<geo-if country="FR">a</geo-if>');
    expect(await html('[geo-suggest href="javascript:alert(1)"]a[/geo-suggest]')).toBe(
      '<geo-suggest href="">a</geo-suggest>',
    );
    expect(await html('[geo-text template="&quot; onclick=&quot;x"]a[/geo-text]')).not.toContain('" onclick="');
  });

  it.each(['/de{path}', '{path}?lang=de', 'https://shop.example{path}'])(
    'keep the address %s of a suggestion',
    async (address) => {
      expect(await html(`[geo-suggest href="${address}"]a[/geo-suggest]`)).toBe(
        `<geo-suggest href="${address}">a</geo-suggest>`,
      );
    },
  );

  it('show the link that the data of the service ask for', async () => {
    await withSettings({ source: 'service' }, service.key, 'echo 1;');
    await (await fetch(`${wordpress.url}/wp-json/geolet/v1/visitor`)).text();
    expect(await html('[geolet_attribution]')).toBe('<a href="https://db-ip.com/">IP Geolocation by DB-IP</a>');
  });
});

describe('block and widget with the source of the data', () => {
  const shown = async (license: string) =>
    JSON.parse(
      await wordpress.php(`
        update_option( 'geolet_data', array( 'license' => '${license}', 'dataDate' => '' ) );
        ob_start();
        the_widget( 'Geolet_Attribution_Widget', array(), array( 'before_widget' => '<aside>', 'after_widget' => '</aside>' ) );
        echo json_encode( array( do_blocks( '<!-- wp:geolet/attribution /-->' ), ob_get_clean() ) );
      `),
    ) as unknown;
  const link = '<a href="https://db-ip.com/">IP Geolocation by DB-IP</a>';

  it('show the link that the data of the service ask for', async () =>
    expect(await shown('<https://db-ip.com/>; rel="license"')).toEqual([
      `<p class="wp-block-geolet-attribution">${link}</p>`,
      `<aside><p>${link}</p></aside>`,
    ]));

  it('show nothing where the data ask for no link', async () => expect(await shown('')).toEqual(['', '']));
});

describe('the table of the plugin', () => {
  it('is bounded, and what has expired is swept away', async () => {
    const left = await wordpress.php(`
      global $wpdb;
      Geolet_Store_Table::drop();
      Geolet_Store_Table::create();
      $store = new Geolet_Store_Table( 20 );
      for ( $number = 0; $number < 50; $number++ ) { $store->put( "record $number", 'x', 100 + $number ); }
      $store->put( 'late', 'x', -1 );
      $store->sweep_now();
      echo json_encode( array( $wpdb->get_var( 'SELECT COUNT(*) FROM ' . Geolet_Store_Table::name() ), $store->get( 'late' ), $store->get( 'record 49' ) ) );
    `);
    expect(JSON.parse(left)).toEqual(['20', null, 'x']);
  });

  it('tells no address', async () => {
    const rows = await wordpress.php(`
      global $wpdb;
      ( new Geolet_Store_Table( 20 ) )->count( 'limit 81.2.69.142', 60 );
      echo json_encode( $wpdb->get_results( 'SELECT * FROM ' . Geolet_Store_Table::name() ) );
    `);
    expect(rows).not.toContain('81.2.69');
  });
});

/** Of WordPress's own, which lasts as long as a process of PHP: enough to see what we ask of one. */
describe('an object cache that lasts', () => {
  const counted = async (cache: string) =>
    JSON.parse(
      await wordpress.php(`
        wp_using_ext_object_cache( true );
        ${cache}
        $store = Geolet_Store::open( 20 );
        try {
          echo json_encode( array( $store->count( 'visitor', 60 )[0], $store->count( 'visitor', 60 )[0], $store->take( 'visitor', 60 ) > 0 ) );
        } catch ( Geolet_Error $error ) {
          echo json_encode( array( $error->getCode(), $error->kind ) );
        }
      `),
    ) as unknown;

  it('counts in the place of the table', async () => expect(await counted('')).toEqual([1, 2, true]));

  it('that answers no more lets nobody through without being counted', async () =>
    expect(
      await counted(`
        $GLOBALS['wp_object_cache'] = new class() extends WP_Object_Cache {
          public function add( $key, $data, $group = 'default', $expire = 0 ) { return false; }
          public function get( $key, $group = 'default', $force = false, &$found = null ) { return false; }
          public function set( $key, $data, $group = 'default', $expire = 0 ) { return false; }
          public function incr( $key, $offset = 1, $group = 'default' ) { return false; }
        };
      `),
    ).toEqual([503, 'store']));
});
