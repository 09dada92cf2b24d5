import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastPublicationDay } from '../../src/proxy/node/rates/publication-days.ts';
import { bank } from '../../src/proxy/node/rates/rates-source.ts';
import { type CheckedRates, readRates } from '../../src/proxy/node/rates/read-rates.ts';
import { renewRates } from '../../src/proxy/node/rates/renew-rates.ts';
import { attempt } from '../../src/rules/attempt.ts';
import { bankFile } from '../support/bank-file.ts';
import { listen } from '../support/loopback.ts';
import { administrator, startWordPress, type WordPress } from './start-wordpress.ts';
import { openSession, saveSettings } from './visits.ts';

let wordpress: WordPress;
let admin: APIRequestContext;
let server: Server;
let answer: { status: number; body: string };
let received: IncomingHttpHeaders[];
let bankInTests: string;

const today = lastPublicationDay(Date.now());
const before = lastPublicationDay(Date.parse(today) - 1);
const longAgo = '2026-01-05';

beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    received.push(headers);
    response.writeHead(answer.status).end(answer.body);
  });
  bankInTests = `${await listen(server)}/`;
  wordpress = await startWordPress();
  const folder = join(wordpress.root, 'wp-content/mu-plugins');
  mkdirSync(folder, { recursive: true });
  // The tests' own server answers in place of the bank.
  writeFileSync(
    join(folder, 'bank.php'),
    `<?php add_filter( 'pre_http_request', function ( $answer, $arguments, $url ) {
      if ( '${bank}' !== $url ) { return $answer; }
      $arguments['headers']['x-is-safe'] = $arguments['reject_unsafe_urls'] ? 'yes' : 'no';
      $arguments['reject_unsafe_urls'] = false;
      return wp_remote_get( '${bankInTests}', $arguments );
    }, 10, 3 );`,
  );
  admin = await openSession(wordpress, administrator);
});
afterAll(async () => {
  await admin?.dispose();
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  server.closeAllConnections();
  server.close();
  expect(complaints).toEqual([]);
});
beforeEach(async () => {
  received = [];
  answer = { status: 200, body: bankFile(today) };
  await wordpress.php("delete_option( 'geolet' ); delete_option( 'geolet_rates' ); Geolet_Rates::leave();");
});

const turn = (rates: 'ecb' | 'no') => saveSettings(admin, wordpress, { 'geolet[rates]': rates });
let asked = 0;
/** Past the cache of the web server, which keeps the answers for as long as they say. */
const served = (headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${wordpress.url}/wp-json/geolet/v1/rates?${++asked}`, { headers });
/** As the web server's cron does: what is due runs after the answer. */
const runCron = async () => {
  await wordpress.php('delete_transient( "doing_cron" );');
  expect((await fetch(`${wordpress.url}/wp-cron.php`)).status).toBe(200);
};
const look = () => wordpress.php("do_action( 'geolet_renew_rates' );");
const isScheduled = async () => (await wordpress.php("echo (int) wp_next_scheduled( 'geolet_renew_rates' );")) !== '0';
const keep = (state: object) =>
  wordpress.php(`update_option( 'geolet_rates', json_decode( '${JSON.stringify(state)}', true ), false );`);
const rates = (date: string, more = {}) => ({
  base: 'EUR',
  date,
  rates: { USD: 1.08, JPY: 163.2, GBP: 0.84, ...more },
});

async function siteHealth(): Promise<{
  readonly status: string;
  readonly label: string;
  readonly text: string;
} | null> {
  const said = await wordpress.php(`
    $checks = apply_filters( 'site_status_tests', array( 'direct' => array(), 'async' => array() ) )['direct'];
    $said = isset( $checks['geolet_rates'] ) ? call_user_func( $checks['geolet_rates']['test'] ) : null;
    echo json_encode( $said ? array( 'status' => $said['status'], 'label' => $said['label'], 'text' => $said['description'] ) : null );
  `);
  return JSON.parse(said) as { status: string; label: string; text: string } | null;
}

describe('exchange rates in WordPress', () => {
  it('are off: nobody is asked, nothing is scheduled, and there is no address', async () => {
    await look();
    await fetch(wordpress.url);
    expect(received).toEqual([]);
    expect(await isScheduled()).toBe(false);
    expect((await served()).status).toBe(404);
    expect(await siteHealth()).toBe(null);
  });

  it('come once the owner ticks them, from the bank alone, which learns nothing of the site', async () => {
    const { notices, html } = await turn('ecb');
    expect(notices.join()).toContain('Settings saved');
    expect(html).toContain('&quot;rates&quot;: &quot;/wp-json/geolet/v1/rates&quot;');
    expect(await isScheduled()).toBe(true);
    await runCron();
    await expect.poll(async () => (await served()).status, { timeout: 60_000 }).toBe(200);
    expect(received).toHaveLength(1);
    const [headers = {}] = received;
    expect(headers['user-agent']).toBe('Geolet');
    expect(headers['x-is-safe']).toBe('yes');
    expect(Object.keys(headers).toSorted().join()).not.toMatch(/cookie|origin|authorization/);
    // WordPress names the address that it asks for.
    expect(headers.referer).toBe(bankInTests);
    const { host: _bank, ...others } = headers;
    expect(JSON.stringify(others)).not.toContain(new URL(wordpress.url).host);
    expect(await (await served()).json()).toEqual(rates(today));
    expect(await siteHealth()).toMatchObject({ status: 'good', text: expect.stringContaining(today) });
  });

  it('are not asked for again on the same day', async () => {
    await turn('ecb');
    await look();
    await look();
    expect(received).toHaveLength(1);
  });

  it('are served with an ETag, and 304 to those that have them', async () => {
    await turn('ecb');
    await look();
    const response = await served({ origin: 'https://blog.example' });
    expect(response.headers.get('cache-control')).toBe('public, max-age=600');
    expect(response.headers.get('access-control-allow-origin')).toBe('https://blog.example');
    const again = await served({ 'if-none-match': response.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('end once the owner takes the tick away', async () => {
    await turn('ecb');
    await look();
    await turn('no');
    await fetch(wordpress.url);
    expect(await isScheduled()).toBe(false);
    expect((await served()).status).toBe(404);
  });

  it.each([
    ['a failure', { status: 503, body: 'later' }, '503'],
    ['a way elsewhere', { status: 302, body: '' }, '302'],
    ['a page', { status: 200, body: '<!doctype html>' }, 'not the file of the European Central Bank'],
    ['half of a file', { status: 200, body: bankFile(today).slice(0, -60) }, 'its end is missing'],
    ['more than 1 MB', { status: 200, body: `${bankFile(today)}${' '.repeat(1_000_000)}<b>` }, 'larger than 1 MB'],
  ])('stay as they are after %s, and Site Health says why', async (_what, broken, reason) => {
    await turn('ecb');
    await keep({ inUse: rates(before) });
    answer = broken;
    await look();
    expect(await (await served()).json()).toEqual(rates(before));
    expect(await siteHealth()).toMatchObject({ status: 'good', text: expect.stringContaining(reason) });
    expect(wordpress.log()).toContain(reason);
    await look();
    expect(received).toHaveLength(2);
  });

  it('are missed in Site Health where none have come', async () => {
    await turn('ecb');
    answer.status = 503;
    await look();
    expect((await served()).status).toBe(404);
    expect(await siteHealth()).toMatchObject({
      status: 'recommended',
      label: 'Geolet has no exchange rates',
      text: expect.stringContaining('503'),
    });
  });

  it('are not served where they are too old', async () => {
    await turn('ecb');
    await keep({ inUse: rates(longAgo) });
    expect((await served()).status).toBe(404);
    expect(await siteHealth()).toMatchObject({
      status: 'recommended',
      label: 'Geolet: the exchange rates are too old',
    });
  });

  it.each([
    ['in use', { inUse: rates('2999-01-04') }],
    ['kept back', { inUse: rates(longAgo), keptBack: rates('2999-01-04'), unexpected: ['USD'] }],
  ])('that are %s and of a day in the future count as none, and new ones come', async (_which, state) => {
    await turn('ecb');
    await keep(state);
    expect((await served()).status).toBe(404);
    await look();
    expect(received).toHaveLength(1);
    expect(await (await served()).json()).toEqual(rates(today));
    expect(await siteHealth()).toMatchObject({ status: 'good' });
  });

  it('are kept back after a large move until the owner has looked at them', async () => {
    await turn('ecb');
    await keep({ inUse: rates(before) });
    answer.body = bankFile(today, { USD: '10.8', JPY: '163.2', GBP: '0.84' });
    await look();
    expect(await (await served()).json()).toEqual(rates(before));
    expect(await siteHealth()).toMatchObject({
      status: 'recommended',
      label: 'Geolet: exchange rates are kept back',
      text: expect.stringContaining('USD'),
    });
    await look();
    expect(received).toHaveLength(1);
    const { html } = await saveSettings(admin, wordpress, {});
    expect(html).toContain('USD 10.8');
    expect(await (await served()).json()).toEqual(rates(before));
    await saveSettings(admin, wordpress, { 'geolet[acceptRates]': 'yes' });
    expect(await (await served()).json()).toEqual(rates(today, { USD: 10.8 }));
    expect(await siteHealth()).toMatchObject({ status: 'good' });
  });

  it('leave no event behind when the plugin is deactivated, and nothing when it is deleted', async () => {
    await turn('ecb');
    await look();
    const leave = "require_once ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins( 'geolet/geolet.php' );";
    await wordpress.php(leave);
    expect(await isScheduled()).toBe(false);
    await wordpress.php("wp_schedule_event( time(), 'hourly', 'geolet_renew_rates' );");
    await wordpress.php(`
      define( 'WP_UNINSTALL_PLUGIN', 'geolet/geolet.php' );
      require WP_PLUGIN_DIR . '/geolet/uninstall.php';
    `);
    expect(await isScheduled()).toBe(false);
    expect(await wordpress.php("echo json_encode( get_option( 'geolet_rates' ) );")).toBe('false');
    await wordpress.php(
      `require_once ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin( 'geolet/geolet.php' );`,
    );
  });
});

describe('WordPress decides as Node does', () => {
  it('which day is the last with rates, each 5 hours of ten years', async () => {
    const from = Date.UTC(2024, 0, 1) / 1000;
    const count = Math.floor((10 * 365.25 * 24) / 5);
    const days = await wordpress.php(`
      $days = array();
      for ( $look = 0; $look < ${count}; $look++ ) { $days[] = Geolet_Rates_Renewal::last_publication_day( ${from} + $look * 18000 ); }
      echo implode( ' ', $days );
    `);
    expect(days.split(' ')).toEqual(
      Array.from({ length: count }, (_, look) => lastPublicationDay((from + look * 18_000) * 1000)),
    );
  });

  it('what becomes of rates that come, 1000 times', async () => {
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const some = (day: number): CheckedRates => ({
      base: 'EUR',
      date: new Date(Date.UTC(2026, 10, day)).toISOString().slice(0, 10),
      rates: Object.fromEntries(
        ['USD', 'JPY', 'GBP', 'CHF']
          .filter(() => random() < 0.9)
          .map((currency) => [currency, Number((1 + random() * (random() < 0.2 ? 1.4 : 0.25)).toFixed(4))]),
      ),
    });
    const day = () => 1 + Math.floor(random() * 9);
    const cases = Array.from({ length: 1000 }, () => ({
      fresh: some(day()),
      last: random() < 0.9 ? some(day()) : null,
      keptBack: random() < 0.5 ? some(day()) : null,
    }));
    const decided = await wordpress.php(`
      $cases = json_decode( '${JSON.stringify(cases)}', true );
      echo json_encode( array_map( function ( $case ) { return Geolet_Rates_Renewal::decide( $case['fresh'], $case['last'], $case['keptBack'] ); }, $cases ) );
    `);
    const expected = cases.map(({ fresh, last, keptBack }) => {
      const renewal = renewRates(fresh, last ?? undefined, keptBack ?? undefined, false);
      if (renewal.kind === 'known') return ['known', []];
      return [renewal.kind, renewal.kind === 'used' ? renewal.dropped : renewal.unexpected];
    });
    expect(new Set(expected.map(([kind]) => kind))).toEqual(new Set(['used', 'known', 'kept-back']));
    expect(JSON.parse(decided)).toEqual(expected);
  });

  const good = bankFile(today);
  it.each([
    ['a good file', good],
    ['double quotes', good.replaceAll("'", '"')],
    ['an end of line behind it', `${good}\n`],
    ['a page', '<!doctype html><title>Maintenance</title>'],
    ['nothing', ''],
    ['half of it', good.slice(0, good.length / 2)],
    ['all but its end', good.slice(0, -3)],
    ['no date', good.replace(/ time='[^']*'/, '')],
    ['a date in words', bankFile('today')],
    ['the 30th of February', bankFile('2026-02-30')],
    ['a date in the future', bankFile('2999-01-04')],
    ['no rates', bankFile(today, {})],
    ['a rate of zero', bankFile(today, { USD: '0' })],
    ['a rate of 0.0', bankFile(today, { USD: '0.0' })],
    ['a negative rate', bankFile(today, { USD: '-1.08' })],
    ['a rate in words', bankFile(today, { USD: 'N/A' })],
    ['an empty rate', bankFile(today, { USD: '' })],
    ['a decimal comma', bankFile(today, { USD: '1,08' })],
    ['an exponent', bankFile(today, { USD: '1e3' })],
    ['a currency in small letters', bankFile(today, { usd: '1.08' })],
    ['a long currency', bankFile(today, { DOLLAR: '1.08' })],
    ['two rates of a currency', good.replace('JPY', 'USD')],
    ['several days', good.replace('</Cube>', `</Cube><Cube time='${before}'/>`)],
  ])('what to read from %s', async (_what, text) => {
    const read = await wordpress.php(`
      try { echo json_encode( Geolet_Rates_Reader::read( base64_decode( '${Buffer.from(text).toString('base64')}' ), time() ) ); }
      catch ( InvalidArgumentException $problem ) { echo 'null'; }
    `);
    expect(JSON.parse(read)).toEqual(attempt(() => readRates(text, Date.now())) ?? null);
  });
});
