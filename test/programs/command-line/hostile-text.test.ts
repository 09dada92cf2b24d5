import { createServer as createRawServer } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { runDoctor } from '../../../src/command-line/doctor.ts';
import { createSafeLog, logToStandardError } from '../../../src/proxy/log.ts';
import { log as logOfService } from '../../../src/service/log.ts';
import { listen } from '../../support/loopback.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';
import { startProgram } from '../running-program.ts';

/** Clears the screen, sets the title, turns text round, and forges a line. */
const hostile = '\u001B[2J\u001B]0;x\u0007\u009B31m\u202E\u2028\r\n✓ record     all is well';
const obeyed = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const forged = /^✓ record {5}all is well/m;

interface Parts {
  readonly page?: string;
  readonly pageHead?: string;
  readonly record?: string;
  readonly recordHead?: string;
}

/** Sends bytes as they are: Node's own server refuses some in a head. */
async function startHostile({ page = '', pageHead = '', record = '{}', recordHead = '' }: Parts): Promise<string> {
  const server = createRawServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (chunk) => {
      const isRecord = chunk.toString('latin1').startsWith('GET /geo ');
      const [head, body, type] = isRecord
        ? [recordHead, record, 'application/json']
        : [pageHead, `<script src="/geolet.js"></script>${page}`, 'text/html; charset=utf-8'];
      const lines = head.startsWith('HTTP') ? head : `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n${head}`;
      socket.end(Buffer.concat([Buffer.from(`${lines}Connection: close\r\n\r\n`, 'latin1'), Buffer.from(body)]));
    });
  });
  onTestFinished(() => void server.close());
  return `${await listen(server)}/`;
}

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

async function saidBy(run: () => Promise<unknown> | void): Promise<string> {
  const said: string[] = [];
  for (const name of ['log', 'error', 'warn', 'info'] as const)
    vi.spyOn(console, name).mockImplementation((...parts: unknown[]) => void said.push(parts.join(' ')));
  await run();
  return said.join('\n');
}

const fields = ['countryCode', 'countryName', 'city', 'timezone', 'IP', 'currencyCode', 'language', 'deviceType'];
const failing = (status: string) => `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n`;
/** Characters that heads may have: Node lets the rest through to nobody. */
const inHead = 'a\u009B31m\u0085b';

const places: readonly (readonly [string, Parts])[] = [
  ...fields.map((field): [string, Parts] => [
    `the record's ${field}`,
    { record: JSON.stringify({ countryCode: 'FR', [field]: hostile }) },
  ]),
  ['names of fields', { record: JSON.stringify({ [hostile]: 1 }) }],
  [
    'an error of the proxy',
    { record: JSON.stringify({ error: { message: hostile, code: 502 } }), recordHead: failing('502 Bad') },
  ],
  ['an error as text', { record: JSON.stringify({ error: hostile }), recordHead: failing('403 No') }],
  ['something that is no JSON', { record: hostile }],
  ["a type of the record's", { recordHead: `HTTP/1.1 200 OK\r\nContent-Type: text/${inHead}\r\n` }],
  ["a type of the page's", { pageHead: `HTTP/1.1 200 OK\r\nContent-Type: text/${inHead}\r\n` }],
  ['a status', { pageHead: `HTTP/1.1 503 ${inHead}\r\nContent-Type: text/html\r\n` }],
  [
    'a header of a cache',
    {
      pageHead: `Age: 7\r\nX-Cache: HIT ${inHead}\r\n`,
      recordHead: `X-Cache: HIT ${inHead}\r\nCache-Control: public, ${inHead}\r\n`,
    },
  ],
  ['where a redirect leads', { pageHead: `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/${inHead}\r\n` }],
  ['a policy', { pageHead: `Content-Security-Policy: script-src ${inHead}; connect-src ${inHead}\r\n` }],
  ['a link to a license', { recordHead: `Link: <https://${inHead}.example/>; rel="license"; title="${inHead}"\r\n` }],
  ['a day of the data', { recordHead: `X-Geolet-Data-Date: ${inHead}\r\nGeolet-Data-Date: ${inHead}\r\n` }],
  ['an encoding', { pageHead: `Content-Encoding: ${inHead}\r\n` }],
  [
    'a script tag',
    {
      page: `<script src="/x${hostile}/geolet.js" data-endpoint="/geo${hostile}" integrity="sha384-${hostile}" data-x${hostile}=1></script>`,
    },
  ],
  [
    'a link',
    {
      page: `<link rel="preload" as="fetch" href="/geo${hostile}"><a href="https://x${hostile}">x</a><geo-flag country="${hostile}">`,
    },
  ],
  ['a policy in the page', { page: `<meta http-equiv="content-security-policy" content="script-src ${hostile}">` }],
  [
    'an embedded record',
    {
      page: `<script type="application/json" data-geo-record>${JSON.stringify({ version: 1, time: Date.now(), record: { countryCode: hostile, city: hostile } })}</script>`,
    },
  ],
];

it.each(places)('the doctor prints nothing that a terminal obeys of %s', async (_, parts) => {
  const url = await startHostile(parts);
  for (const flags of [[], ['--json']]) {
    const said = await saidBy(() => runDoctor([url, ...flags]));
    expect(said).not.toBe('');
    expect(said).not.toMatch(obeyed);
    expect(said).not.toMatch(forged);
    if (flags.length > 0) expect(JSON.parse(said)).toMatchObject({ ok: false });
  }
});

it('the doctor prints nothing that a terminal obeys of a product feed', async () => {
  const url = await startHostile({ page: '<geo-currency prices="USD 149">$149</geo-currency>' });
  const file = join(temporaryDirectory(), 'feed.csv');
  const rows = [`"${hostile}",${url},1 USD`, `A,${url}?geo-choice=${encodeURIComponent(hostile)},1 USD`];
  await writeFile(file, ['id,link,price', ...rows, `B,"${hostile}",1 USD`, `C,${url},"${hostile}"`].join('\n'));
  for (const source of [file, `${url}${hostile}`]) {
    const said = await saidBy(() => runDoctor([url, '--feed', source]));
    expect(said).toContain('✗ feed');
    expect(said).not.toMatch(obeyed);
    expect(said).not.toMatch(forged);
  }
});

it.each([
  ['the proxy', (message: string) => logToStandardError(message, 'warn')],
  ['the proxy, with its own cleaning', (message: string) => createSafeLog(logToStandardError, [])(message, 'warn')],
  ['the service', (message: string) => logOfService(message, 'warn', { error: message })],
])('the log of %s is one line of JSON without such characters', async (_, write) => {
  const said = await saidBy(() => write(`one ${hostile}`));
  expect(said).not.toMatch(obeyed);
  expect(said.split('\n')).toHaveLength(1);
  expect(JSON.parse(said)).toMatchObject({ level: 'warn', message: expect.stringContaining('one ') });
});

it('geolet dev prints nothing that a terminal obeys of an address that is opened', async () => {
  const { child, text, ended } = startProgram(
    ['src/command-line/main.ts', 'dev', temporaryDirectory(), '--port', '0'],
    {},
  );
  await expect.poll(text, { timeout: 20_000 }).toMatch(/http:\/\/localhost:(\d+)\/\?geo-as/);
  const url = `http://127.0.0.1:${/localhost:(\d+)/.exec(text())?.[1]}`;
  await fetch(`${url}/geo?geo-as=${encodeURIComponent(hostile)}`);
  await fetch(`${url}/geo?geo-as=${encodeURIComponent(`JP${'x'.repeat(5000)}`)}`);
  await fetch(`${url}/${encodeURIComponent(hostile)}`);
  child.kill('SIGTERM');
  await ended;
  expect(text()).toContain(String.raw`/geo as \u001b[2J`);
  expect(text()).not.toMatch(obeyed);
  expect(text()).not.toMatch(forged);
  expect(
    Math.max(
      ...text()
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(400);
});

it('an argument is printed as harmlessly', async () => {
  const { ended, text } = startProgram(['src/command-line/main.ts', 'doctor', `http://${hostile}/`], {});
  await ended;
  expect(text()).not.toBe('');
  expect(text()).not.toMatch(obeyed);
});
