import { once } from 'node:events';
import { createServer } from 'node:net';
import { request } from 'node:http';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawn } from 'node:child_process';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDevHandler, scriptTag } from '../../../src/command-line/dev-handler.ts';
import { createNodeServer, toNodeListener } from '../../../src/adapters/node/index.ts';
import { listen, portOf } from '../../support/loopback.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

let folder = '';
let port = 0;
const told: string[] = [];

/** Files of a folder, by their paths, and links, with where they lead. */
async function write(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  for (const [path, target] of Object.entries(links)) await symlink(target, join(folder, path));
}

beforeAll(async () => {
  const outer = await mkdtemp(join(tmpdir(), 'geolet-dev-'));
  folder = join(outer, 'site');
  await write(
    {
      '../secret.txt': 'secret',
      '.env': 'secret',
      '.git/config': 'secret',
      '.git/index.html': 'secret',
      '.well-known/.env': 'secret',
      '.well-known/security.txt': 'Contact:',
      'a b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'about.html': '<!doctype html><title>About</title>',
      'data.bin': 'x',
      'index.html': `<!doctype html><title>Start</title>${scriptTag}`,
      'shoes/.well-known/.env': 'secret',
      'shoes/.well-known/security.txt': 'secret',
      'shoes/index.html': `<!doctype html><title>Shoes</title>${scriptTag}`,
    },
    {
      'link.txt': join(outer, 'secret.txt'),
      'shared.txt': 'about.html',
      'env.txt': '.env',
      'config.html': '.git/config',
      repository: '.git',
      here: '.',
      '.well-known/config': '../.git/config',
      '.visible.txt': 'about.html',
    },
  );
  const report = (line: string) => told.push(line);
  const handler = createDevHandler({
    folder,
    words: 'country: JP; city: Osaka',
    host: 'localhost',
    report,
    slowMs: 50,
  });
  const server = createNodeServer(toNodeListener(handler));
  await listen(server);
  port = portOf(server);
  return async () => {
    server.close();
    server.closeAllConnections();
    await rm(outer, { recursive: true });
  };
});

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends the path as it is: `fetch` would tidy it up. */
function get(path: string, { method = 'GET', host = `localhost:${port}`, signal = '' } = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile', 'sec-ch-ua-mobile': '?1' };
    const headers = { host, ...phone, ...(signal && { 'sec-gpc': signal }) };
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    asked.on('error', reject).end();
  });
}

describe('the folder that geolet dev serves', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', 'Start'],
    ['/?geo-as=JP', 'text/html; charset=utf-8', 'Start'],
    ['/about', 'text/html; charset=utf-8', 'About'],
    ['/about.html', 'text/html; charset=utf-8', 'About'],
    ['/shoes/', 'text/html; charset=utf-8', 'Shoes'],
    ['/a%20b.svg', 'image/svg+xml', 'svg'],
    ['/data.bin', 'application/octet-stream', 'x'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8', 'Contact:'],
    ['/shared.txt', 'text/html; charset=utf-8', 'About'],
    ['/here/about', 'text/html; charset=utf-8', 'About'],
  ])('has %s as %s, and no cache keeps it', async (path, type, text) => {
    expect(await get(path)).toMatchObject({
      status: 200,
      headers: { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
      text: expect.stringContaining(text),
    });
  });

  it.each([
    ['/', 'geo;desc=JP'],
    ['/?geo-as=US-CA', 'geo;desc=US-CA'],
    ['/?geo-as=unknown', undefined],
    ['/?geo-as=nobody', undefined],
    ['/?geo-as=country:US;state:%C3%96', undefined],
    ['/a%20b.svg', undefined],
  ])('names the country of the visitor in a header of the page %s as %s', async (path, named) => {
    const { status, headers } = await get(path);
    expect([status, headers['server-timing']]).toEqual([200, named]);
  });

  it('leads from a folder to its page, and nowhere else', async () => {
    expect(await get('/shoes')).toMatchObject({ status: 302, headers: { location: './shoes/' } });
    expect((await get('//shoes')).headers.location).not.toMatch(/^\/\//);
  });

  it.each([
    ['outside of it', ['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/..%5csecret.txt']],
    ['outside of it, on a way through it', ['/shoes/../../secret.txt', '/link.txt', '/.well-known/../.env']],
    [
      'hidden',
      ['/.env', '/%2eenv', '/here/.env', '/.git/config', '/.GIT/config', '/.visible.txt', '/.well-known/.env'],
    ],
    ['hidden, behind a link', ['/env.txt', '/config', '/config.html', '/here/here/env.txt', '/.well-known/config']],
    ['in a hidden folder, behind a link', ['/repository', '/repository/', '/repository/config']],
    ['well known elsewhere than at its top', ['/shoes/.well-known/security.txt']],
    ['no name', ['/shoes/.%00', '/%', '/index.html%00.txt']],
  ])('gives nothing that is %s: %j', async (_what, paths) => {
    for (const path of paths) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toMatch(/^secret$|secret\n/);
    }
  });

  it('says what there is where there is nothing', async () => {
    const answer = await get('/%3Cb%3E');
    expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(answer.text).toContain('<a href="/about.html">about.html</a>');
    expect(answer.text).not.toContain('<b>');
  });

  it('answers GET and HEAD, and no other name than its own', async () => {
    expect(await get('/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect(await get('/', { method: 'POST' })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect(await get('/', { host: `evil.example:${port}` })).toMatchObject({ status: 403 });
    expect(await get('/geo', { host: `evil.example:${port}` })).toMatchObject({ status: 403 });
    expect(await get('/', { host: `127.0.0.1:${port}` })).toMatchObject({ status: 200 });
  });

  it.each(['127.0.0.999', 'localhost:99999', '1.2.3.4.5', 'a b', '%41', '[::g]', '4294967296'])(
    'answers 400 to a host that is none: %j',
    async (host) => {
      const text = expect.stringContaining('must name one host') as string;
      for (const path of ['/', '/geo', '/geolet.js'])
        expect(await get(path, { host })).toMatchObject({ status: 400, text });
    },
  );

  it('names once a page that lacks the script tag, with the line to paste', async () => {
    await get('/about');
    await get('/about');
    await get('/');
    const lines = told.filter((line) => line.includes('script tag'));
    expect(lines.filter((line) => line.startsWith('/about '))).toEqual([
      `/about has no script tag. Paste this into its <head>:\n\n    ${scriptTag}\n`,
    ]);
    expect(lines.filter((line) => line.startsWith('/ '))).toEqual([]);
  });
});

describe('the widget that geolet dev serves', () => {
  it.each(['/geolet.js', '/geolet-bindings.js'])(
    'is the built one, which asks anew on each page view: %s',
    async (path) => {
      const { status, headers, text } = await get(path);
      const expected = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
      expect({ status, headers }).toMatchObject({ status: 200, headers: expected });
      const anew = 'globalThis.geoletConfig = Object.assign({ staleDays: 0 }, globalThis.geoletConfig);\n';
      expect(text.slice(0, anew.length)).toBe(anew);
      expect(text).toMatch(/geolet-\$\{\w+\}|"[\w-]{8}"/);
    },
  );

  it('has its flags beside it, and nothing else', async () => {
    const headers = { 'content-type': 'image/svg+xml' };
    expect(await get('/geolet-flags/jp.svg')).toMatchObject({ status: 200, headers });
    expect(await get('/geolet-nothing.js')).toMatchObject({ status: 404 });
  });

  it('comes compressed where that is accepted, as from a proxy, and is the same', async () => {
    const plain = await get('/geolet.js');
    const compressed = await fetch(`http://127.0.0.1:${port}/geolet.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.get('vary')).toBe('Accept-Encoding');
    expect(await compressed.text()).toBe(plain.text);
  });
});

describe('/geo of geolet dev', () => {
  it('answers as the visitor in words, on the browser that asks', async () => {
    const { status, headers, text } = await get('/geo');
    const expected = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-cache' };
    expect({ status, headers }).toMatchObject({ status: 200, headers: expected });
    const osaka = { countryCode: 'JP', currencyCode: 'JPY', city: 'Osaka', timezone: 'Asia/Tokyo' };
    expect(JSON.parse(text)).toMatchObject({ ...osaka, deviceType: 'mobile', isMobile: true });
    expect(told.some((line) => line.endsWith('/geo as country: JP; city: Osaka'))).toBe(true);
  });

  it('answers as somebody else when it is asked so', async () => {
    expect(JSON.parse((await get('/geo?geo-as=US-CA')).text)).toMatchObject({ countryCode: 'US', stateCode: 'CA' });
    expect(JSON.parse((await get('/geo?geo-as=unknown')).text)).not.toHaveProperty('countryCode');
    expect(await get('/geo?geo-as=offline')).toMatchObject({ status: 503 });
    expect(await get('/geo?geo-as=Mars')).toMatchObject({ status: 400 });
    const before = performance.now();
    expect(JSON.parse((await get('/geo?geo-as=slow;%20JP')).text)).toMatchObject({ countryCode: 'JP' });
    expect(performance.now() - before).toBeGreaterThanOrEqual(45);
  });
});

describe('/geo of geolet dev under Global Privacy Control', () => {
  const record = async (path: string, signal = '') => JSON.parse((await get(path, { signal })).text) as object;
  const named = encodeURIComponent('US-CA; city: Fresno; gpc');

  it('names the country alone to a browser that sends the signal, and says so', async () => {
    const given = await record('/geo?geo-as=US-CA', '1');
    expect(given).toMatchObject({ countryCode: 'US', currencyCode: 'USD' });
    for (const name of ['stateCode', 'deviceType', 'timezone']) expect(given).not.toHaveProperty(name);
    expect(told.at(-1)).toMatch(/\/geo as US-CA, no nearer than the country: Global Privacy Control$/);
  });

  it('does the same for a visitor with gpc, in any browser', async () => {
    const given = await record(`/geo?geo-as=${named}`);
    expect(given).toHaveProperty('countryCode', 'US');
    for (const name of ['stateCode', 'city']) expect(given).not.toHaveProperty(name);
  });

  it('names all to browsers without it, and to a visitor without it in a browser that has it', async () => {
    expect(await record('/geo?geo-as=US-CA', '0')).toHaveProperty('stateCode', 'CA');
    expect(await record(`/geo?geo-as=${encodeURIComponent('US-CA; gpc: no')}`, '1')).toHaveProperty('stateCode', 'CA');
  });

  /** What a server with other settings answers. */
  const bodyWith = async (settings: Partial<Parameters<typeof createDevHandler>[0]>, path: string, headers = {}) => {
    const handler = createDevHandler({ folder, words: 'JP', host: 'localhost', report: () => {}, ...settings });
    const { body } = await handler(new Request(`http://localhost${path}`, { headers }), { ip: '127.0.0.1' });
    return typeof body === 'string' ? body : '';
  };

  it('keeps the state, and nothing nearer, where the owner says so', async () => {
    const body = await bodyWith({ gpc: 'state' }, `/geo?geo-as=${named}`, { 'sec-gpc': '1' });
    const given = JSON.parse(body) as object;
    expect(given).toMatchObject({ countryCode: 'US', stateCode: 'CA' });
    expect(given).not.toHaveProperty('city');
  });

  it('gives the page such a browser where --as says gpc, and else leaves the signal alone', async () => {
    const loaderAs = (words: string) => bodyWith({ words }, '/geolet.js');
    const sets = (value: boolean) => `Object.defineProperty(navigator, 'globalPrivacyControl', { value: ${value},`;
    expect(await loaderAs('US-CA; gpc')).toContain(sets(true));
    expect(await loaderAs('US-CA; gpc: no')).toContain(sets(false));
    expect(await loaderAs('US-CA')).not.toContain('navigator, ');
  });
});

describe('the command geolet dev', () => {
  const recordOf = async (url: string) => (await fetch(`${url}geo`)).json();

  /** @returns what it has said until it ended. Where it serves, it is asked before, and told to end. */
  async function run(args: readonly string[], ask: (url: string) => Promise<unknown> = recordOf) {
    const child = spawn(process.execPath, [...runTypeScript, 'src/command-line/main.ts', 'dev', ...args]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    let url = '';
    let answer: Promise<unknown> | undefined;
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      if (answer || !said.includes('Another visitor')) return;
      url = /http:\/\/localhost:\d+\//.exec(said)?.[0] ?? '';
      answer = ask(url.replace('localhost', '127.0.0.1')).finally(() => child.kill('SIGTERM'));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    const [code] = (await once(child, 'close')) as [number | null];
    return { said, code, url, answer: await answer };
  }

  it('serves a folder, answers as it is told, and ends in order', async () => {
    const { said, code, url, answer } = await run([folder, '--as', 'DE', '--port', '0']);
    expect(url).not.toBe('');
    expect(said).toContain('/geo answers as: DE');
    expect(answer).toHaveProperty('countryCode', 'DE');
    expect(code).toBe(0);
  });

  it('has somebody to answer as where nobody is named', async () => {
    const { code, answer } = await run([folder, '--port', '0']);
    expect(answer).toHaveProperty('countryCode', expect.stringMatching(/^[A-Z]{2}$/));
    expect(code).toBe(0);
  });

  it('has the check of its pages, which asks for no secret', async () => {
    const { said } = await run([folder, '--port', '0'], async (url) => {
      const check = `${url.replace('127.0.0.1', 'localhost')}geolet-check`;
      const secret = /name="secret" value="([\w-]+)"/.exec(await (await fetch(check)).text())?.[1] ?? '';
      const report = await fetch(check, { method: 'POST', body: new URLSearchParams({ secret, pages: '/' }) });
      expect(report.status).toBe(200);
      expect(await report.text()).toMatch(/Check of http:\/\/localhost:\d+[^]*class="report"/);
      expect((await fetch(check, { method: 'POST', body: new URLSearchParams({ secret: '' }) })).status).toBe(403);
    });
    expect(said).toMatch(/http:\/\/localhost:\d+\/geolet-check/);
  });

  it('moves on past a dozen ports that are taken, without a word about that', async () => {
    const others = Array.from({ length: 12 }, () => createServer().on('error', () => {}));
    for (const [index, other] of others.entries())
      await new Promise((resolve) =>
        other.once('error', resolve).listen(8080 + index, '127.0.0.1', () => resolve(undefined)),
      );
    const { said, code, url } = await run([folder, '--as', 'DE']);
    for (const other of others) other.close();
    expect(Number(new URL(url).port)).toBeGreaterThan(8091);
    expect(said.trim()).toMatch(/^Geolet serves /);
    expect(code).toBe(0);
  });

  it.each([
    [['nowhere'], 'there is no folder'],
    // Link-local without its interface: nothing binds it, also where the system lets programs have addresses that aren't its own.
    [['--host', 'fe80::2'], 'Choose another with --port or --host.'],
    [['--as', 'Mars'], '"Mars" is not a visitor'],
    [['--as', 'Frnace; device: mobile'], 'did you mean --as "FR; device: mobile"?'],
    [['--as', 'country: USA'], 'did you mean --as "country: US"?'],
    [['--port', 'x'], '--port is "x"'],
    [['--planet', 'mars'], '--planet'],
    [['a', 'b'], 'One folder at a time'],
  ])('refuses %j and says what to do', async (args, words) => {
    const { said, code } = await run(args);
    expect(code).toBe(1);
    expect(said).toContain(words);
    expect(said).not.toContain('    at ');
  });
});
