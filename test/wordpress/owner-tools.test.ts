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

/** What Site Health says of record and address, as somebody gets them whose request came with these variables. */
function siteHealth(
  settings: Readonly<Record<string, unknown>>,
  { key = service.key, request = '' } = {},
): Promise<unknown> {
  return withSettings(
    settings,
    key,
    `
      $_SERVER = array_merge( $_SERVER, array( ${request} ) );
      $checks = apply_filters( 'site_status_tests', array( 'direct' => array(), 'async' => array() ) )['direct'];
      echo json_encode( array_map( function ( $check ) { return call_user_func( $check['test'] )['status']; }, array( $checks['geolet_record'], $checks['geolet_address'] ) ) );
    `,
  );
}

describe('Site Health', () => {
  const london = "'REMOTE_ADDR' => '81.2.69.142'";

  it('finds nothing wrong where pages get records', () =>
    expect(siteHealth({ source: 'service' }, { request: london })).resolves.toEqual(['good', 'good']));

  it('says that nothing is set up', () =>
    expect(siteHealth({ source: 'none' })).resolves.toEqual(['recommended', 'good']));

  it('says that the service refuses the key', () =>
    expect(
      siteHealth({ source: 'service', cacheSeconds: 0 }, { key: 'glt_wrong_key_0000', request: london }),
    ).resolves.toEqual(['critical', 'good']));

  it('says that a setting is wrong', () =>
    expect(siteHealth({ source: 'service', trust: 'everybody' }, { request: london })).resolves.toEqual([
      'critical',
      'recommended',
    ]));

  it('says that a server in front is taken for every visitor', () =>
    expect(
      siteHealth(
        { source: 'service' },
        { request: "'REMOTE_ADDR' => '10.0.0.1', 'HTTP_X_FORWARDED_FOR' => '81.2.69.142'" },
      ),
    ).resolves.toEqual(['good', 'critical']));

  it('says that no server in front names a visitor', () =>
    expect(siteHealth({ source: 'service', trust: 1 }, { request: london })).resolves.toEqual(['good', 'recommended']));

  it.each([
    [10, 'good'],
    [100, 'recommended'],
  ])('says of data that are %d days old that this is %s', async (days, status) => {
    const said = await wordpress.php(`
      update_option( 'geolet_data', array( 'license' => '', 'dataDate' => gmdate( 'Y-m-d', time() - ${days} * DAY_IN_SECONDS ) ) );
      echo Geolet_Site_Health::check_data()['status'];
    `);
    expect(said).toBe(status);
  });
});

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
