import type { APIRequestContext } from '@playwright/test';
import { type Server, createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../support/loopback.ts';
import { addSite, administrator, route, startWordPress, type WordPress } from './start-wordpress.ts';
import { openSession, saveSettings } from './visits.ts';

let wordpress: WordPress;
let admin: APIRequestContext;
let server: Server;
let service: string;
let asked: string[] = [];

/** The plugin is active for the whole network from the start. */
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers.authorization ?? '');
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"countryCode":"FR","stateCode":"ARA","city":"Lyon"}');
  });
  service = await listen(server);
  wordpress = await startWordPress({ isNetwork: true });
  admin = await openSession(wordpress, administrator);
});
afterAll(async () => {
  await admin?.dispose();
  server.close();
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  expect(complaints).toEqual([]);
});

const settingsPage = { page: 'network/settings.php?page=geolet', action: 'network/edit.php?action=geolet' };

async function saveForNetwork(settings: Readonly<Record<string, string>>): ReturnType<typeof saveSettings> {
  const fields = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`geolet[${name}]`, value]));
  return saveSettings(admin, wordpress, fields, settingsPage);
}

async function ask(site: string, visitor: string): Promise<number> {
  const answer = await fetch(`${wordpress.url}${site}${route}`, { headers: { 'x-forwarded-for': visitor } });
  await answer.text();
  return answer.status;
}

const tables = async () =>
  JSON.parse(
    await wordpress.php(`global $wpdb; echo json_encode( $wpdb->get_col( "SHOW TABLES LIKE '%geolet'" ) );`),
  ) as unknown;

/** Runs PHP in one of the sites. */
async function inSite(site: number, code: string): Promise<string> {
  return wordpress.php(`switch_to_blog( ${site} ); ${code}`);
}

describe('in a network of sites', () => {
  it('settings are said once for all of them, and are checked', async () => {
    const refused = await saveForNetwork({ source: 'service', upstream: 'ftp://<b>', key: 'glt_network_key_0' });
    expect(refused.notices).toHaveLength(1);
    expect(refused.notices[0]).not.toContain('<b>');
    const { notices } = await saveForNetwork({
      source: 'service',
      upstream: service,
      trust: '1',
      gpc: 'state',
      limit: '3',
    });
    expect(notices.join()).toContain('Settings saved');
    const page = await (await admin.get(`${wordpress.url}/two/wp-admin/options-general.php?page=geolet`)).text();
    expect(page).toContain('Set by the network.');
    expect(page).toMatch(new RegExp(`id="geolet-upstream"[^>]*value="${service}"[^>]*disabled`));
    expect(page).toMatch(/name="geolet\[gpc\]" value="state"[^>]*checked[^>]*disabled/);
    expect(page).not.toMatch(/id="geolet-origins"[^>]*disabled/);
  });

  it.each(['', '/two'])(
    'the site "%s" keeps the state under Global Privacy Control, as the network says',
    async (site) => {
      const headers = { 'x-forwarded-for': '81.2.69.140', 'sec-gpc': '1' };
      const answer = await fetch(`${wordpress.url}${site}${route}`, { headers });
      expect(await answer.json()).toEqual({ countryCode: 'FR', stateCode: 'ARA' });
    },
  );

  it.each(['', '/two'])('the site "%s" limits its visitors, and asks the service once for each', async (site) => {
    asked = [];
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push(await ask(site, '81.2.69.142'));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(asked).toEqual(['Bearer glt_network_key_0']);
  });

  it('so does a site that is made later', async () => {
    const site = await addSite(wordpress, 'three');
    asked = [];
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push(await ask('/three', '81.2.69.142'));
    expect([statuses, asked.length]).toEqual([[200, 200, 200, 429], 1]);
    expect(await tables()).toEqual(['wp_2_geolet', `wp_${site}_geolet`, 'wp_geolet']);
    await wordpress.php(`wp_delete_site( ${site} );`);
    expect(await tables()).toEqual(['wp_2_geolet', 'wp_geolet']);
  });

  it('where the database lets nobody make the table, visitors get 503, and Site Health and the log say why', async () => {
    const site = await addSite(wordpress, 'four');
    wordpress.sql('REVOKE CREATE ON wordpress.* FROM shop@localhost');
    const start = wordpress.log().length;
    expect([await ask('/four', '81.2.69.142'), await ask('/four', '81.2.69.143')]).toEqual([503, 503]);
    const lines = wordpress.log().slice(start).trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/Geolet error: 503 .*CREATE command denied/);
    const health = () => inSite(site, 'echo json_encode( Geolet_Site_Health::check_record() );');
    expect(JSON.parse(await health())).toMatchObject({
      status: 'critical',
      label: expect.stringContaining('cannot count') as unknown,
    });
    expect(await health()).toContain('CREATE command denied');
    wordpress.sql('GRANT ALL ON wordpress.* TO shop@localhost');
    expect(await ask('/four', '81.2.69.142')).toBe(200);
    expect(JSON.parse(await health())).toMatchObject({ status: 'good' });
  });

  it('a table that is lost is made again, and one of another plugin is left alone', async () => {
    wordpress.sql('DROP TABLE wordpress.wp_2_geolet');
    expect(await ask('/two', '81.2.69.150')).toBe(200);
    wordpress.sql('DROP TABLE wordpress.wp_2_geolet; CREATE TABLE wordpress.wp_2_geolet (other INT)');
    expect(await ask('/two', '81.2.69.150')).toBe(503);
    wordpress.sql('DROP TABLE wordpress.wp_2_geolet');
    expect(await ask('/two', '81.2.69.150')).toBe(200);
  });

  it('the key of the network never goes to a service that a site names', async () => {
    await saveForNetwork({ upstream: '', source: '', trust: '', limit: '' });
    asked = [];
    await inSite(
      2,
      `update_option( 'geolet', array( 'source' => 'service', 'upstream' => '${service}', 'cacheSeconds' => 0 ) );`,
    );
    expect(await ask('/two', '81.2.69.142')).toBe(500);
    await inSite(2, "update_option( 'geolet_key', 'glt_key_of_site_2' );");
    expect(await ask('/two', '81.2.69.142')).toBe(200);
    expect(asked).toEqual(['Bearer glt_key_of_site_2']);
  });

  it('only who may manage the network changes its settings', async () => {
    await wordpress.php(
      "wp_create_user( 'keeper', 'keepers password', 'keeper@shop.example' ); add_user_to_blog( 2, get_user_by( 'login', 'keeper' )->ID, 'administrator' );",
    );
    const keeper = await openSession(wordpress, { name: 'keeper', password: 'keepers password' });
    const answer = await keeper.post(`${wordpress.url}/two/wp-admin/network/edit.php?action=geolet`, {
      form: { 'geolet[limit]': '5' },
    });
    expect(answer.status()).toBe(403);
    await keeper.dispose();
    const withoutNonce = await admin.post(`${wordpress.url}/wp-admin/${settingsPage.action}`, {
      form: { 'geolet[limit]': '5' },
    });
    expect(withoutNonce.status()).toBe(403);
    expect(await wordpress.php("echo json_encode( get_site_option( 'geolet' ) );")).not.toContain('limit');
  });

  it('the plugin may be active on one site alone', async () => {
    await wordpress.php(`
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      deactivate_plugins( 'geolet/geolet.php', false, true );
      update_option( 'geolet', array( 'source' => 'service' ) );
      switch_to_blog( 2 );
      activate_plugin( 'geolet/geolet.php' );
    `);
    expect([await ask('', '81.2.69.160'), await ask('/two', '81.2.69.160')]).toEqual([404, 200]);
  });

  it('deleting the plugin removes all that was stored, also of sites that are gone', async () => {
    wordpress.sql(
      'CREATE TABLE wordpress.wp_77_geolet LIKE wordpress.wp_geolet; CREATE TABLE wordpress.wp_other_geolet (a INT)',
    );
    const left = await wordpress.php(`
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      require_once ABSPATH . 'wp-admin/includes/file.php';
      deactivate_plugins( 'geolet/geolet.php', false, true );
      delete_plugins( array( 'geolet/geolet.php' ) );
      global $wpdb;
      $left = array( $wpdb->get_col( "SELECT meta_key FROM $wpdb->sitemeta WHERE meta_key LIKE '%geolet%'" ) );
      foreach ( array( '', '2_' ) as $site ) {
        $left[] = $wpdb->get_col( "SELECT option_name FROM wp_{$site}options WHERE option_name LIKE '%geolet%'" );
      }
      echo json_encode( array_merge( ...$left ) );
    `);
    expect(JSON.parse(left)).toEqual([]);
    expect(await tables()).toEqual(['wp_other_geolet']);
  });
});
