import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pluginFiles } from '../../../scripts/wordpress/plugin-files.ts';
import { lastPublicationDay } from '../../../src/proxy/node/rates/publication-days.ts';
import { isPublic, parseAddress } from '../../../src/record/address.ts';
import { bankFile } from '../../support/bank-file.ts';
import { route } from '../start-wordpress.ts';
import { bootWordPress, type BootedWordPress, startPhp } from './boot-wordpress.ts';

/** The oldest and the newest PHP that the plugin promises. */
const phpVersions = ['7.4', '8.3'];

describe.each(phpVersions)('PHP %s', (version) => {
  it('reads every file of the plugin, and does not read what is no PHP', async () => {
    const php = await startPhp(version);
    const problem = async (text: string | Uint8Array) => {
      php.writeFile('/file.php', text);
      const code = `<?php
        try { token_get_all( file_get_contents( '/file.php' ), TOKEN_PARSE ); } catch ( ParseError $error ) { echo $error->getMessage(); }`;
      const { text: said, errors } = await php.run({ code });
      return said + errors;
    };
    const files = [...pluginFiles('dist')].filter(([path]) => path.endsWith('.php'));
    expect(files.length).toBeGreaterThan(30);
    for (const [path, content] of files) expect(await problem(content), path).toBe('');
    expect(await problem('<?php function ( {')).toContain('syntax error');
    php.exit();
  });
});

describe.each([
  ['7.4', '6.2'],
  ['8.3', '6.5'],
  ['8.3', 'nightly'],
])('on PHP %s, in WordPress %s, the plugin', (phpVersion, wordpressVersion) => {
  let wordpress: BootedWordPress;
  beforeAll(async () => {
    wordpress = await bootWordPress(phpVersion, wordpressVersion);
  });
  afterAll(() => {
    const complaints = wordpress?.complaints();
    wordpress?.stop();
    expect(complaints).toEqual([]);
  });

  it('runs on that PHP', async () => {
    expect(await wordpress.php('echo PHP_VERSION;')).toMatch(new RegExp(`^${phpVersion}\\.`));
  });

  it('takes its settings as they are at first, and refuses others that are wrong', async () => {
    const said = await wordpress.php(`
      $read = static function ( $name, $value ) {
        try { return Geolet_Settings::parse( $name, $value ); } catch ( InvalidArgumentException $error ) { return 'refused'; }
      };
      echo json_encode( array(
        Geolet_Settings::load()['trust'],
        $read( 'trust', '10.0.0.0/8, 2001:db8::/32' ),
        $read( 'trust', 'everybody' ),
        $read( 'origins', 'https://shop.example' ),
        $read( 'origins', 'shop.example' ),
        $read( 'expose', 'city, nowhere' ),
      ) );`);
    expect(JSON.parse(said)).toEqual([
      'none',
      ['10.0.0.0/8', '2001:db8::/32'],
      'refused',
      ['https://shop.example'],
      'refused',
      'refused',
    ]);
  });

  it('reads addresses as the proxy does', async () => {
    const texts = fc.sample(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('0177.0.0.1', '::ffff:10.0.0.1')), 500);
    const said = await wordpress.php(`
      echo json_encode( array_map(
        static function ( $text ) { $address = Geolet_Address::parse( $text ); return $address ? array( $address->text, $address->is_public() ) : null; },
        json_decode( '${JSON.stringify(texts)}' )
      ) );`);
    const expected = texts.map((text) => {
      const address = parseAddress(text);
      return address === undefined ? null : [address.text, isPublic(address)];
    });
    expect(JSON.parse(said)).toEqual(expected);
  });

  it('keeps what an author writes and takes handlers away, and shows it on a page with the script', async () => {
    const kept = await wordpress.php(`
      $author = wp_insert_user( array( 'user_login' => 'author', 'user_pass' => 'a password', 'role' => 'author' ) );
      wp_set_current_user( $author );
      kses_init();
      update_option( 'geolet', array( 'source' => 'host', 'trust' => 1 ) );
      $post = wp_insert_post( array(
        'post_title' => 'Boots', 'post_name' => 'boots', 'post_status' => 'publish',
        'post_content' => wp_slash( '<geo-if country="FR" onclick="x" hidden>Bonjour</geo-if><template slot="else"><p>Hello</p></template>' ),
      ) );
      flush_rewrite_rules();
      echo get_post( $post )->post_content;`);
    const expected = '<geo-if country="FR" hidden>Bonjour</geo-if><template slot="else"><p>Hello</p></template>';
    expect(kept).toBe(expected);
    const { text, httpStatusCode } = await wordpress.request('/boots/', {});
    expect(httpStatusCode).toBe(200);
    expect(text).toContain('<geo-if country="FR" hidden>Bonjour</geo-if>');
    expect(text).toContain(`data-endpoint="${route}"`);
  });

  const lyon = { 'x-forwarded-for': '81.2.69.142', 'cf-ipcountry': 'FR', 'cf-ipcity': 'Lyon' };

  it.each([
    ['the whole record', lyon, { countryCode: 'FR', city: 'Lyon' }],
    [
      'the country alone under Global Privacy Control',
      { ...lyon, 'sec-gpc': '1' },
      { countryCode: 'FR', city: undefined },
    ],
  ])('answers with what the host says: %s', async (_what, headers, expected) => {
    await wordpress.php(
      "update_option( 'geolet', array( 'source' => 'host', 'host' => 'cloudflare', 'trust' => 1 ) );",
    );
    const answer = await wordpress.request(route, headers);
    expect([answer.httpStatusCode, answer.headers['cache-control']]).toEqual([200, ['private, no-cache']]);
    const { countryCode, city } = JSON.parse(answer.text) as Record<string, unknown>;
    expect({ countryCode, city }).toEqual(expected);
  });

  it('fetches exchange rates, keeps them, and serves them', async () => {
    const file = Buffer.from(bankFile(lastPublicationDay(Date.now()))).toString('base64');
    await wordpress.php(`
      update_option( 'geolet', array( 'rates' => 'ecb' ) );
      remove_all_filters( 'pre_http_request' );
      add_filter( 'pre_http_request', static function () {
        return array( 'headers' => array(), 'body' => base64_decode( '${file}' ), 'response' => array( 'code' => 200, 'message' => '' ), 'cookies' => array(), 'filename' => null );
      } );
      do_action( Geolet_Rates::HOOK );`);
    const { text, httpStatusCode } = await wordpress.request('/wp-json/geolet/v1/rates', {});
    expect(httpStatusCode).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ base: 'EUR', rates: { USD: 1.08, JPY: 163.2, GBP: 0.84 } });
    expect(await wordpress.php('echo Geolet_Site_Health::check_rates()["status"];')).toBe('good');
  });

  it.each([
    ['with the exposed fields of what the service says', 200, { city: 'Lyon' }],
    ['with 502 where the service fails', 500, { status: 502, message: 'Bad Gateway' }],
  ])('asks the service with the key, and answers %s', async (_what, status, expected) => {
    await wordpress.php(`
      update_option( 'geolet', array( 'source' => 'service', 'upstream' => 'https://geo.example', 'trust' => 1, 'cacheSeconds' => 0 ) );
      update_option( 'geolet_key', 'glt_test_key', false );
      update_option( 'service_status', ${status} );`);
    const { text } = await wordpress.request(route, lyon);
    expect(JSON.parse(text)).toMatchObject(expected);
    expect(text).not.toContain('glt_test_key');
    expect(text).not.toContain('48.85');
    expect(await wordpress.php("echo get_option( 'service_asked' );")).toBe('https://geo.example Bearer glt_test_key');
  });
});
