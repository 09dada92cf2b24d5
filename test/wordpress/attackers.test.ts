import { type APIRequestContext, request } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrator, route, startWordPress, type WordPress } from './start-wordpress.ts';
import { openSession, saveSettings } from './visits.ts';

const roles = ['subscriber', 'contributor', 'author', 'editor'] as const;
const key = 'glt_the_key_that_nobody_reads_0';
const password = 'another password for the tests';

let wordpress: WordPress;
let admin: APIRequestContext;
const sessions = new Map<string, APIRequestContext>();

beforeAll(async () => {
  wordpress = await startWordPress();
  admin = await openSession(wordpress, administrator);
  sessions.set('nobody', await request.newContext());
  for (const role of roles) {
    await wordpress.php(
      `wp_insert_user( array( 'user_login' => '${role}', 'user_pass' => '${password}', 'role' => '${role}' ) );`,
    );
    sessions.set(role, await openSession(wordpress, { name: role, password }));
  }
  const settings = { source: 'service', upstream: 'https://geo.example', trust: '1', key };
  await saveSettings(admin, wordpress, fieldsOf(settings));
  await wordpress.php(
    "wp_insert_post( array( 'post_title' => 'A post', 'post_status' => 'publish', 'post_content' => '[geo-text]{city}[/geo-text]' ) );",
  );
});
afterAll(async () => {
  for (const session of [admin, ...sessions.values()]) await session?.dispose();
  await wordpress?.stop();
});

const fieldsOf = (settings: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [`geolet[${name}]`, value]));
const stored = () => wordpress.php("echo json_encode( array( get_option( 'geolet' ), get_option( 'geolet_key' ) ) );");
const nonceIn = (html: string) => /name=["']_wpnonce["'] value=["'](\w+)["']/.exec(html)?.[1] ?? '';

const changes = { source: 'service', upstream: 'https://thief.example', trust: '1', endpoint: '/thief' };

describe.each(['nobody', ...roles])('who logs in as %s', (role) => {
  it('neither sees nor changes a setting, by page, form, script, REST API or XML-RPC, also with a nonce of the administrator', async () => {
    const session = sessions.get(role);
    if (!session) throw new Error(`nobody is ${role}`);
    const before = await stored();
    const nonce = nonceIn(await (await admin.get(`${wordpress.url}/wp-admin/options-general.php?page=geolet`)).text());
    const form = { option_page: 'geolet', action: 'update', _wpnonce: nonce, ...fieldsOf(changes) };
    const asked = (path: string) => session.get(`${wordpress.url}${path}`);
    const sent = (path: string, fields: Readonly<Record<string, string>>) =>
      session.post(`${wordpress.url}${path}`, { form: fields });
    const answers = await Promise.all([
      asked('/wp-admin/options-general.php?page=geolet'),
      asked('/wp-admin/options.php'),
      asked('/wp-admin/admin.php?page=geolet'),
      asked('/wp-admin/site-health.php?tab=debug'),
      asked('/wp-json/wp/v2/settings'),
      sent('/wp-admin/options.php', form),
      sent('/wp-admin/admin-post.php', { ...form, action: 'geolet' }),
      sent('/wp-admin/admin-ajax.php', { ...form, action: 'geolet' }),
      sent('/wp-json/wp/v2/settings', { 'geolet[upstream]': changes.upstream, geolet_key: 'stolen' }),
      session.post(`${wordpress.url}/xmlrpc.php`, {
        data: `<methodCall><methodName>wp.setOptions</methodName><params><param><value>1</value></param><param><value>${role}</value></param><param><value>${password}</value></param><param><value><struct><member><name>geolet_key</name><value>stolen</value></member></struct></value></param></params></methodCall>`,
      }),
    ]);
    for (const answer of answers) {
      const text = await answer.text();
      expect(text).not.toContain(key);
      expect(text).not.toContain('geo.example');
      expect(text).not.toContain('name="geolet[');
    }
    expect(await stored()).toBe(before);
  });
});

it('a page of somebody else makes the administrator save nothing: a form wants a nonce of its own', async () => {
  const before = await stored();
  const nonces = [
    '',
    '0123456789',
    nonceIn(await (await admin.get(`${wordpress.url}/wp-admin/options-general.php`)).text()),
  ];
  for (const nonce of nonces) {
    const form = { option_page: 'geolet', action: 'update', _wpnonce: nonce, ...fieldsOf(changes) };
    await admin.post(`${wordpress.url}/wp-admin/options.php`, {
      form,
      headers: { referer: 'https://thief.example/', origin: 'https://thief.example' },
    });
    expect(await stored()).toBe(before);
  }
});

it('the key is in nothing that WordPress shows, to nobody and to the administrator', async () => {
  const pages = [
    '/',
    '/?p=4',
    '/feed/',
    '/wp-json/',
    '/wp-json/wp/v2/settings',
    '/wp-json/geolet/v1',
    '/wp-admin/options-general.php?page=geolet',
    '/wp-admin/site-health.php',
    '/wp-admin/site-health.php?tab=debug',
    '/wp-admin/export.php?download=true&content=all',
    `${route}?_envelope=1&context=edit`,
  ];
  for (const session of [admin, sessions.get('nobody')])
    for (const page of pages)
      expect(await (await session?.get(`${wordpress.url}${page}`))?.text(), page).not.toContain(key);
});

it.each([
  ['a script that another page includes', '?_jsonp=steal', {}],
  ['an envelope', '?_envelope=1', {}],
  ['another method by the query', '?_method=DELETE', {}],
  ['another method by a header', '', { 'x-http-method-override': 'DELETE' }],
  ['a page of another origin', '', { origin: 'https://thief.example' }],
  ['a page that is nowhere', '', { origin: 'null' }],
])('the record is no answer to %s', async (_what, query, headers) => {
  const answer = await fetch(`${wordpress.url}${route}${query}`, {
    headers: { 'x-forwarded-for': '81.2.69.142', ...headers },
  });
  const text = await answer.text();
  expect(text).not.toMatch(/^\/\*|steal|"status":\s*2\d\d,\s*"headers"/);
  expect(answer.headers.get('content-type')).toMatch(/^application\/(?:problem\+)?json/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  expect(answer.headers.get('cache-control')).toContain('private');
});

it('a file of the plugin does nothing and says nothing where somebody asks for it by its address', async () => {
  const listed = await wordpress.php(
    "echo json_encode( glob( WP_PLUGIN_DIR . '/geolet/{,includes/}*.php', GLOB_BRACE ) );",
  );
  const files = (JSON.parse(listed) as string[]).map((path) => path.slice(path.indexOf('/wp-content/')));
  expect(files.length).toBeGreaterThan(20);
  const before = await stored();
  for (const file of files) expect(await (await fetch(`${wordpress.url}${file}`)).text(), file).toBe('');
  expect(await stored()).toBe(before);
});

it('names and titles that hold markup show as text in what the plugin adds to the administration', async () => {
  const markup = '"><img src=x onerror=alert(1)>';
  await wordpress.php(
    `update_option( 'geolet', array( 'source' => 'service', 'upstream' => 'https://${'x'.repeat(5)}.example/${markup}', 'endpoint' => '${markup}', 'origins' => '${markup}' ) );`,
  );
  for (const page of ['options-general.php?page=geolet', 'site-health.php?tab=debug', 'site-health.php'])
    expect(await (await admin.get(`${wordpress.url}/wp-admin/${page}`)).text(), page).not.toContain('<img src=x');
  expect(await (await fetch(`${wordpress.url}/`)).text()).not.toContain('<img src=x');
});
