import type { APIRequestContext } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { administrator, route, startWordPress, type WordPress } from './start-wordpress.ts';
import { openSession, saveSettings } from './visits.ts';

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
const working = {
  source: 'service',
  upstream: 'https://geo.example',
  trust: '2',
  trustHeader: 'x-real-ip',
  origins: 'https://blog.example',
  endpoint: '/geo',
  limit: '77',
  cacheSeconds: '66',
};

/** The fields of the form, by the names of settings. */
function fields(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`geolet[${name}]`, value]));
}

async function save(settings: Readonly<Record<string, string>>): ReturnType<typeof saveSettings> {
  return saveSettings(admin, wordpress, fields(settings));
}

async function stored(): Promise<Record<string, unknown>> {
  const text = await wordpress.php(
    "echo json_encode( array( 'key' => get_option( 'geolet_key' ) ) + get_option( 'geolet' ) );",
  );
  return JSON.parse(text) as Record<string, unknown>;
}

const markup = '"><img src=x onerror=alert(1)>';

const forget = () => wordpress.php("delete_option( 'geolet' ); delete_option( 'geolet_key' );");

describe('a setting that cannot be', () => {
  let before: Record<string, unknown>;
  beforeAll(async () => {
    await save({ ...working, key: 'glt_good_key_0000' });
    before = await stored();
  });
  afterAll(forget);

  it.each([
    ['upstream', 'ftp://geo.example'],
    ['upstream', 'http://geo.example'],
    ['upstream', `https://geo.example/${markup}`],
    ['upstream', 'https://user:secret-password@geo.example'],
    ['trust', `everybody${markup}`],
    ['trust', '0.0.0.0/1, 128.0.0.0/1'],
    ['trustHeader', `x forwarded${markup}`],
    ['origins', `shop.example${markup}`],
    ['endpoint', `geo${markup}`],
    ['host', `nobody${markup}`],
    ['source', `nowhere${markup}`],
    ['consent', `maybe${markup}`],
    ['gpc', `city${markup}`],
    ['script', markup],
    ['firstFrame', markup],
    ['limit', markup],
    ['dailyBudget', '-1'],
    ['timeoutMs', '0'],
    ['cacheSeconds', '1e9'],
    ['staleSeconds', ''],
    ['key', `a b${markup}`],
  ])('%s of %s changes nothing, and is told once and as text', async (name, value) => {
    const { notices } = await save({ [name]: value });
    expect(notices).toHaveLength(1);
    expect(notices[0]).not.toContain('<img');
    expect(notices[0]).not.toContain('secret-password');
    expect(notices[0]).not.toContain('Settings saved');
    expect(await stored()).toEqual(before);
  });

  it('is not told again with the next save', async () => {
    const { notices } = await save({});
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('Settings saved');
    expect(await stored()).toEqual(before);
  });

  it('changes nothing where a list is sent in place of a text', async () => {
    const { notices } = await saveSettings(admin, wordpress, {
      'geolet[upstream][a]': 'x',
      'geolet[endpoint][a]': 'x',
    });
    expect(notices).toHaveLength(2);
    expect(await stored()).toEqual(before);
  });

  it('leaves the others, which are saved', async () => {
    await save({ trust: 'everybody', limit: '78' });
    expect(await stored()).toMatchObject({ trust: 2, limit: 78 });
  });

  it('and that something else than the page has saved is told once, and gives way to what is usual', async () => {
    const bad = {
      trust: 'everybody',
      limit: 'many',
      endpoint: 'geo',
      origins: ['shop.example'],
      timeoutMs: 0,
      consent: 'x',
    };
    await wordpress.php(
      `update_option( 'geolet', json_decode( '${JSON.stringify({ source: 'none', ...bad })}', true ) );`,
    );
    expect((await save({})).notices).toHaveLength(Object.keys(bad).length);
    const again = await save({});
    expect(again.notices).toHaveLength(1);
    expect(again.notices[0]).toContain('Settings saved');
    expect(await stored()).toMatchObject({ trust: 'none', limit: 120, consent: 'granted' });
  });
});

it('going back to the country under Global Privacy Control holds for records that are kept, too', async () => {
  const kept = await wordpress.php(`
    $of = static function ( string $gpc, array $withhold ) {
      return new Geolet_Redaction( array( 'expose' => array(), 'withhold' => $withhold, 'gpc' => $gpc ) );
    };
    $address = Geolet_Address::parse( '81.2.69.142' );
    $fields  = $of( 'state', array() )->redact( array( 'countryCode' => 'US', 'stateCode' => 'CA', 'city' => 'Fresno' ), $address )['fields'];
    $visit   = ( new ReflectionClass( 'Geolet_Visit' ) )->newInstanceWithoutConstructor();
    $visit->address                = $address;
    $visit->headers                = array();
    $visit->global_privacy_control = true;
    $results = array( $of( 'state', array() )->record( $fields, $visit ), $of( 'country', array() )->record( $fields, $visit ) );
    $visit->global_privacy_control = false;
    $results[] = $of( 'country', array( 'city' ) )->record( $fields, $visit );
    echo json_encode( $results );`);
  expect(JSON.parse(kept)).toEqual([
    { countryCode: 'US', stateCode: 'CA' },
    { countryCode: 'US' },
    { countryCode: 'US', stateCode: 'CA' },
  ]);
});

describe('a source that lacks what it needs', () => {
  afterEach(forget);

  it.each([
    ['no address', { source: 'service', upstream: '', key: 'glt_good_key_0000' }, 'upstream'],
    ['no key', { source: 'service', upstream: 'https://geo.example' }, 'key of the service is missing'],
    ['no proxy', { source: 'proxy', endpoint: '' }, 'endpoint'],
    ['no servers in front', { source: 'host', host: 'vercel', trust: 'none' }, 'set the servers in front'],
  ])('is not taken: %s', async (_what, settings, told) => {
    const { notices, html } = await save(settings);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(told);
    expect(await stored()).toMatchObject({ source: 'none' });
    // Visitors see pages as they are written, and no error.
    expect((await fetch(wordpress.url + route)).status).toBe(404);
    expect(html).toMatch(new RegExp(`value="${settings.source}"\\s+checked`));
    expect(html).toContain('This choice is not saved yet');
    expect((await save({ source: 'none' })).notices.join()).toContain('Settings saved');
  });

  it.each([
    ['by emptying the address', { upstream: '' }],
    ['by forgetting the key', { forgetKey: 'yes' }],
  ])('is not made %s: what works stays', async (_what, change) => {
    await save({ ...working, key: 'glt_good_key_0000' });
    const before = await stored();
    const { notices } = await save(change);
    expect(notices).toHaveLength(1);
    expect(notices[0]).not.toContain('Settings saved');
    expect(await stored()).toEqual(before);
  });

  it('lets the key be forgotten once another source is chosen', async () => {
    await save({ ...working, key: 'glt_good_key_0000' });
    await save({ source: 'none', forgetKey: 'yes' });
    expect(await stored()).toMatchObject({ source: 'none', key: false });
  });
});
