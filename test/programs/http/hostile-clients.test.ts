import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { patience } from '../../unit/proxy/upstream-server.ts';
import { openRaw, statusesIn } from './raw-client.ts';
import { bigBytes, holdFirst, request, servers, type RunningServer } from './three-servers.ts';

const tunnel = 'CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n';
const short = { headersMs: 200, requestMs: 400, keepAliveMs: 200, lingerMs: 200 };

/** Resolves when the server has let all its connections go. */
function letGo({ sockets }: RunningServer): Promise<void> {
  return expect.poll(() => sockets.every(({ destroyed }) => destroyed), patience).toBe(true);
}

describe.each(servers)('the %s', (name, start) => {
  it('refuses a head that does not come in time, and does not execute it when its rest comes after all', async () => {
    const server = await start(short);
    const change = server.change('late');
    const cut = change.indexOf('\r\n\r\n');
    const client = openRaw(server.port, change.slice(0, cut), { allowHalfOpen: true });
    await client.responses(1);
    client.socket.end(change.slice(cut));
    expect(statusesIn(await client.closed)).toEqual([408]);
    expect(server.executed).toEqual([]);
  });

  it('closes connections that send a byte at a time, and answers others meanwhile', async () => {
    const server = await start(short);
    const slow = Array.from({ length: 50 }, () => openRaw(server.port, `${server.read().slice(0, -2)}X-Slow: `));
    const trickle = setInterval(() => slow.forEach(({ socket }) => socket.writable && socket.write('a')), 20);
    onTestFinished(() => clearInterval(trickle));
    const other = openRaw(server.port, server.read());
    await other.responses(1);
    expect(other.statuses()).toEqual([200]);
    const texts = await Promise.all(slow.map(({ closed }) => closed));
    expect(new Set(texts.flatMap(statusesIn))).toEqual(new Set([408]));
  });

  it('answers what is under way when the next head does not come in time', async () => {
    const server = await start(short);
    const release = server.hold();
    const client = openRaw(server.port, `${server.change('first')}GET / HTTP/1.1\r\nHost: `);
    await expect.poll(() => server.sockets[0]?.listenerCount('data'), patience).toBe(1);
    await expect.poll(() => server.executed, patience).toEqual(['first']);
    release();
    expect(statusesIn(await client.closed)).toEqual([200, 408]);
  });

  it('closes a connection that sends nothing at all, and one that is idle after its response', async () => {
    const server = await start(short);
    const silent = openRaw(server.port, '');
    const idle = openRaw(server.port, server.read());
    expect(statusesIn(await idle.closed)).toEqual([200]);
    expect(statusesIn(await silent.closed)).toEqual([408]);
  });

  it('closes a connection whose client does not read', async () => {
    const server = await start({ stalledMs: 200 });
    openRaw(server.port, request('GET', server.bigPath)).socket.pause();
    await expect.poll(() => server.sockets[0]?.writableLength, patience).toBeGreaterThan(0);
    await letGo(server);
  });

  it.each([
    ['a head, byte by byte', () => 'a'],
    ['whole requests', ({ read }: RunningServer) => read()],
    ['what is no request', () => '\0'],
  ])('closes a connection whose client does not read but sends %s', async (_what, bytes) => {
    const server = await start({ headersMs: 200, stalledMs: 500 });
    const { socket } = openRaw(server.port, request('GET', server.bigPath));
    socket.pause().on('error', () => undefined);
    await expect.poll(() => server.sockets[0]?.writableLength, patience).toBeGreaterThan(0);
    const trickle = setInterval(() => socket.write(bytes(server)), 20);
    onTestFinished(() => clearInterval(trickle));
    await letGo(server);
  });

  it('waits for a response for longer than a client may take to read', async () => {
    const server = await start({ stalledMs: 200 });
    const release = server.hold();
    const client = openRaw(server.port, server.read('slow'));
    await expect.poll(() => server.executed, patience).toEqual(['slow']);
    // Connections that are closed as stalled, one after the other.
    for (const _ of [1, 2, 3]) await openRaw(server.port, '').closed;
    release();
    await client.responses(1);
    expect(client.statuses()).toEqual([200]);
  });

  const upload = (path: string) => `${request('POST', path, undefined, 'Content-Length: 500\r\n')}begun`;

  it('refuses an upload that stalls, once', async () => {
    const server = await start(short);
    const statuses = statusesIn(await openRaw(server.port, upload('/order')).closed);
    expect(name === 'pages' ? ['408'] : ['400', '404']).toContain(statuses.join());
    await letGo(server);
  });

  it('asks for a body that it reads, and for no other', async () => {
    const server = await start();
    const lines = 'Content-Length: 2\r\nExpect: 100-continue\r\n';
    const refused = await openRaw(server.port, server.read(undefined, lines)).closed;
    expect(refused).toMatch(/^HTTP\/1\.1 400 /);
    const client = openRaw(server.port, request('POST', '/order', undefined, lines));
    if (name === 'pages') {
      await expect.poll(client.received, patience).toMatch(/^HTTP\/1\.1 100 /);
      client.socket.write('ok');
      await client.responses(1);
      expect(client.statuses()).toEqual([200]);
    } else expect(await client.closed).toMatch(/^HTTP\/1\.1 40[04] /);
  });

  it('answers an upload once, also when it stalls after its response', async () => {
    const server = await start(short);
    expect(statusesIn(await openRaw(server.port, upload('/early')).closed)).toHaveLength(1);
    await letGo(server);
  });

  it('answers what may have changed something also when the client has closed its end', async () => {
    const server = await start();
    const release = server.hold();
    const change = request('DELETE', server.change('').split(' ')[1] ?? '', 'changed');
    const client = openRaw(server.port, change + server.read('behind'), { allowHalfOpen: true });
    await expect.poll(() => server.executed, patience).toEqual(name === 'proxy' ? [] : ['changed']);
    client.socket.end();
    await expect.poll(() => server.sockets[0]?.readableEnded, patience).toBe(true);
    release();
    await client.closed;
    expect(client.statuses()).toHaveLength(1);
  });

  it('refuses a tunnel after what came before it, also where that is long', async () => {
    const server = await start();
    const text = await openRaw(server.port, request('GET', server.bigPath) + server.change('b') + tunnel).closed;
    expect(text.length).toBeGreaterThan(bigBytes);
    expect(statusesIn(text)).toEqual([200, 200, 405]);
  });

  it('survives a tunnel that is broken off', async () => {
    const server = await start();
    for (let times = 0; times < 20; times++) {
      const client = openRaw(server.port, tunnel);
      await client.responses(1);
      client.socket.resetAndDestroy();
    }
    await letGo(server);
    const other = openRaw(server.port, server.read());
    await other.responses(1);
  });

  it.each<[string, (server: RunningServer) => string]>([
    ['what is no request', () => 'hello\r\n\r\n'],
    ['a request that it refuses', ({ read }) => read(undefined, 'Content-Length: 5\r\n')],
    ['a request that is the last', ({ read }) => read(undefined, 'Connection: close\r\n')],
    ['a tunnel', () => tunnel],
  ])('closes only its own end after %s, so that a client that still sends loses nothing', async (_what, bytes) => {
    const server = await start({ lingerMs: 20_000 });
    const client = openRaw(server.port, bytes(server), { allowHalfOpen: true });
    await once(client.socket, 'end');
    // A closed connection would be reset at the first byte, and the second would meet an error.
    for (const byte of ['a', 'b', 'c']) {
      client.socket.write(byte);
      await openRaw(server.port, server.read(undefined, 'Connection: close\r\n')).closed;
    }
    client.socket.end();
    expect(statusesIn(await client.closed)).toHaveLength(1);
  });

  it.each([
    ['a tunnel', tunnel],
    ['what is no request', 'hello\r\n\r\n'],
    ['a request that is the last', undefined],
  ])('keeps no connection after %s, also when the client keeps its end open', async (_what, bytes) => {
    const server = await start(short);
    const client = openRaw(server.port, bytes ?? server.read(undefined, 'Connection: close\r\n'), {
      allowHalfOpen: true,
    });
    await client.responses(1);
    await letGo(server);
    await server.drain();
  });
});

describe.each(servers)('when it ends, the %s', (_name, start) => {
  it('lets a client read all of a response that is ready', async () => {
    const server = await start();
    const client = openRaw(server.port, request('GET', server.bigPath));
    await client.responses(1);
    client.socket.pause();
    await expect.poll(() => server.sockets[0]?.writableLength, patience).toBeGreaterThan(0);
    const drained = server.drain();
    client.socket.resume();
    expect((await client.closed).length).toBeGreaterThan(bigBytes);
    await drained;
  });

  it('answers what is under way as the last of its connection, and executes nothing behind it', async () => {
    const server = await start();
    const { release, client } = await holdFirst(server);
    const drained = server.drain();
    release();
    const text = await client.closed;
    await drained;
    // The first said "keep-alive" when it began, or did not: only what was answered may have been executed.
    expect(statusesIn(text)).toHaveLength(server.executed.length);
  });
});
