import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type Answer,
  ask,
  type Ask,
  differences,
  importServers,
  type Parts,
  type Place,
  type Started,
} from './middleware-matrix.ts';
import { startListening, startUpstream } from './middleware-matrix.ts';

interface Servers {
  /** A framework, the middleware of others that it has, and where Geolet may stand: before that, behind that. */
  readonly combinations: readonly {
    readonly framework: string;
    readonly others: string;
    readonly places: readonly Place[];
  }[];
  create(parts: Parts): Server | Promise<Server>;
}

const rooms = await Promise.all(
  ['connect-apps.js', 'fastify-app.js', 'hono-app.js', 'koa-app.js'].map(
    async (name) => (await importServers(name)) as unknown as Servers,
  ),
);
const combinations = rooms.flatMap(({ combinations, create }) => combinations.map((parts) => ({ ...parts, create })));
const { createOwnGeolet } = (await importServers('geolet.js')) as {
  createOwnGeolet(upstream: string, log: (line: string) => void): unknown;
};
const { pageOf } = (await importServers('content.js')) as { pageOf(size: string): string };

const sizes = ['small', 'middle', 'large'];
const waysOf: Readonly<Record<string, readonly string[]>> = {
  'Express 4': ['send', 'send-bytes', 'write', 'pipe', 'sendFile', 'end', 'head-first'],
  'Express 5': ['send', 'send-bytes', 'write', 'pipe', 'sendFile', 'end', 'head-first'],
  Connect: ['send', 'pipe'],
  Fastify: ['send', 'send-bytes', 'pipe', 'web-stream', 'sendFile', 'end'],
  Hono: ['send', 'write', 'web-stream', 'end'],
  Koa: ['send', 'pipe', 'write'],
};

/** Pages that are asked for as such. */
function pagesOf(framework: string): Ask[] {
  const paths = (waysOf[framework] ?? []).flatMap((way) =>
    // What is sent as a whole waits for nobody.
    sizes.filter((size) => size !== 'large' || !/^(send|end)/.test(way)).map((size) => `/${way}/${size}`),
  );
  if (framework !== 'Koa') for (const size of sizes) paths.push(`/files/${size}.html`);
  if (framework.startsWith('Express')) paths.push('/proxied/small');
  const heads = paths.filter((path) => path.includes('small') && !path.startsWith('/proxied'));
  return [...paths.map((path) => ({ path })), ...heads.map((path) => ({ path, method: 'HEAD' }))];
}

const script = { 'sec-fetch-dest': 'empty' };
const picture = { accept: '*/*' };

/** What is no page, or not asked for as one. */
const passing: readonly (readonly [framework: RegExp, asks: readonly Ask[]])[] = [
  [
    /Express|Fastify|Hono|Koa/,
    [
      ...['/data', '/missing', '/redirect', '/nothing', '/failing', '/nowhere'].flatMap((path) => [
        { path },
        { path, method: 'HEAD' },
        { path, headers: script },
      ]),
      { path: '/send/small', method: 'POST' },
    ],
  ],
  [
    /Express/,
    [
      { path: '/end-alone/small', headers: script },
      { path: '/breaking', headers: script, end: 'broken' },
    ],
  ],
  [
    /Connect/,
    [{ path: '/failing' }, { path: '/failing', headers: { accept: 'application/json' } }, { path: '/nowhere' }],
  ],
  [
    /^(?!Koa)/,
    ['/files/picture.png', '/files/style.css', '/files/data.json'].flatMap((path) => [
      { path, headers: picture },
      { path, headers: picture, method: 'HEAD' },
      { path, headers: { ...picture, range: 'bytes=0-99' } },
      { path, headers: { ...picture, range: 'bytes=999999-' } },
      { path, headers: { range: 'bytes=100-199' } },
    ]),
  ],
  [
    /^(?!Koa)/,
    [
      { path: '/files' },
      { path: '/files/none.html' },
      { path: '/files/middle.html', headers: { ...script, range: 'bytes=5-99' } },
    ],
  ],
];

/** Asked again with the validator that the server without Geolet gave. */
const conditions = [
  ['if-none-match', 'etag'],
  ['if-modified-since', 'last-modified'],
] as const;

let upstream: Started;
beforeAll(async () => {
  upstream = await startUpstream(pageOf('middle'));
});
afterAll(() => upstream.stop());

describe.each(combinations)('a server of $framework with $others', ({ framework, others, places, create }) => {
  let without: Started;
  const answers = new Map<string, Answer>();
  const start = async (parts: Pick<Parts, 'place' | 'geolet'> = {}): Promise<Started> => {
    const lines: string[] = [];
    return startListening(await create({ framework, others, lines, upstream: upstream.url, ...parts }), lines);
  };
  const askWithout = async (question: Ask): Promise<Answer> => {
    const key = JSON.stringify(question);
    const answer = answers.get(key) ?? (await ask(without.url, question));
    answers.set(key, answer);
    return answer;
  };
  beforeAll(async () => {
    without = await start();
  });
  afterAll(() => without.stop());

  it.each(places)('answers as it does without Geolet, which stands %s it', async (place) => {
    const log: string[] = [];
    const withGeolet = await start({ place, geolet: createOwnGeolet(upstream.url, (line) => log.push(line)) });
    onTestFinished(() => withGeolet.stop());
    const found: string[] = [];
    /** @returns the answer of the server without Geolet. */
    const compare = async (question: Ask, isPage: boolean, headers: Ask['headers'] = {}) => {
      const asked = { ...question, headers: { ...question.headers, ...headers } };
      const whole = await askWithout(question);
      // What is compressed by those that stand behind Geolet reaches it so.
      const isCompressed = isLate(others, place) && whole.headers['content-encoding'] !== undefined;
      const conditional = await askWithout(asked);
      // Around a handler of web requests, what it makes of a condition is its own.
      const isPart = framework === 'Hono' && conditional.status !== 200;
      const isWritten = isPage && !isCompressed && !isPart;
      if (isPage && isCompressed && 'range' in headers) return whole;
      const expected = isWritten ? whole : conditional;
      const { method = 'GET', path } = question;
      for (const difference of differences(expected, await ask(withGeolet.url, asked), isWritten))
        found.push(`${method} ${path} ${JSON.stringify(headers)} ${difference}`);
      return whole;
    };
    for (const question of pagesOf(framework)) {
      const { headers } = await compare(question, true);
      if (/middle|large/.test(question.path)) continue;
      for (const [name, from] of conditions)
        if (headers[from] !== undefined) await compare(question, true, { [name]: headers[from] });
      await compare(question, true, { range: 'bytes=0-99' });
    }
    for (const question of passing.filter(([pattern]) => pattern.test(framework)).flatMap(([, asks]) => asks)) {
      const { headers } = await compare(question, false);
      for (const [name, from] of conditions)
        if (headers[from] !== undefined) await compare(question, false, { [name]: headers[from] });
    }
    expect(found).toEqual([]);
    expect(log).toEqual(isLate(others, place) ? [expect.stringContaining('app.use(compression()), then')] : []);
    expect(withGeolet.lines.length > 0).toBe(without.lines.length > 0);
  });

  it.each(places)('goes on when visitors leave, and Geolet stands %s it', async (place) => {
    const log: string[] = [];
    const { url, stop } = await start({ place, geolet: createOwnGeolet(upstream.url, (line) => log.push(line)) });
    onTestFinished(stop);
    for (const way of waysOf[framework] ?? [])
      for (const size of ['small', 'large']) await ask(url, { path: `/${way}/${size}`, end: 'leave' });
    expect((await ask(url, { path: '/send/small' })).status).toBe(200);
    expect(log.filter((line) => !line.includes('compression'))).toEqual([]);
  });
});

/** Fastify's own compresses before the response is sent, wherever it stands. */
function isLate(others: string, place: string): boolean {
  return others === '@fastify/compress' || (/compress/.test(others) && place === 'before');
}
