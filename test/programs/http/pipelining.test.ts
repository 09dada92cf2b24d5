import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { patience } from '../../unit/proxy/upstream-server.ts';
import { openRaw, statusesIn } from './raw-client.ts';
import { closing, refused, type FirstRequest } from './refused-requests.ts';
import { holdFirst, request, servers, type RunningServer } from './three-servers.ts';

function pathOf({ read }: RunningServer): string {
  return read().split(' ')[1] ?? '';
}

/** A whole exchange on a new connection: when it is over, what came before has been read. */
async function settle({ port, read }: RunningServer): Promise<void> {
  await openRaw(port, read('settled', 'Connection: close\r\n')).closed;
}

describe.each(servers)('the %s', (name, start) => {
  const applying = (kinds: readonly FirstRequest[]) => kinds.filter(({ only }) => only?.includes(name) !== false);
  const last = applying([...refused, ...closing]);

  /** Tries each kind on one server. @returns what went wrong. */
  async function faultsOf(
    kinds: readonly FirstRequest[],
    attempt: (server: RunningServer, bytes: string, id: string) => Promise<string | undefined>,
  ): Promise<readonly string[]> {
    const server = await start();
    const faults: string[] = [];
    for (const [index, { kind, bytes }] of kinds.entries()) {
      const fault = await attempt(server, bytes(pathOf(server)), `behind${index}`).catch(String);
      await settle(server);
      if (server.executed.includes(`behind${index}`)) faults.push(`${kind}: what is behind it was executed`);
      if (fault !== undefined) faults.push(`${kind}: ${fault}`);
    }
    return faults;
  }

  it('executes nothing behind the last request of a connection, when both come at once', async () => {
    const faults = await faultsOf(last, async (server, bytes, id) => {
      const text = await openRaw(server.port, bytes + server.change(id)).closed;
      return statusesIn(text).length === 1 && /\r\nconnection: close\r\n/i.test(text) ? undefined : text;
    });
    expect(faults).toEqual([]);
  });

  it('executes nothing that comes while the connection closes', async () => {
    const faults = await faultsOf(last, async (server, bytes, id) => {
      const client = openRaw(server.port, bytes, { allowHalfOpen: true });
      await client.responses(1);
      client.socket.end(server.change(id), 'latin1');
      const text = await client.closed;
      return statusesIn(text).length === 1 ? undefined : text;
    });
    expect(faults).toEqual([]);
  });

  it('executes nothing behind the last request, when both wait behind a slow response', async () => {
    const faults = await faultsOf(last, async (server, bytes, id) => {
      const release = server.hold();
      const client = openRaw(server.port, server.read(`before-${id}`) + bytes + server.change(id));
      await expect.poll(() => server.executed, patience).toContain(`before-${id}`);
      release();
      const text = await client.closed;
      const statuses = statusesIn(text);
      return statuses.length === 2 && statuses[0] === 200 ? undefined : text;
    });
    expect(faults).toEqual([]);
  });

  it('refuses in its own error shape, and the client gets all of it although it sends on', async () => {
    const faults = await faultsOf(applying(refused), async (server, bytes) => {
      // More than the server reads at once: bytes that nobody reads would reset the connection.
      const text = await openRaw(server.port, bytes + 'x'.repeat(200_000)).closed;
      const body: unknown = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
      expect(body).toEqual({
        status: statusesIn(text)[0],
        message: expect.any(String),
        description: expect.any(String),
      });
      return /^HTTP\/1\.1 (?:400|401|405|413|431) /.test(text) ? undefined : text;
    });
    expect(faults).toEqual([]);
  });

  it('executes ordinary requests that come at once, in their order, and answers each', async () => {
    const server = await start();
    const ids = ['a', 'b', 'c', 'd'];
    const client = openRaw(
      server.port,
      ids.map((id) => (id === 'b' || id === 'd' ? server.change(id) : server.read(id))).join(''),
    );
    await client.responses(4);
    expect(server.executed).toEqual(ids);
    expect([...client.received().matchAll(/x-request-id: (\w)\r\n/g)].map(([, id]) => id)).toEqual(ids);
  });

  it('answers what came whole before something that is no HTTP', async () => {
    const server = await start();
    const text = await openRaw(server.port, `${server.read('a')}${server.change('b')}hello\r\n\r\n`).closed;
    expect(statusesIn(text)).toEqual([200, 200, 400]);
    expect(server.executed).toEqual(['a', 'b']);
  });

  it('begins a request when the one before has its response, and not sooner', async () => {
    const server = await start();
    const { release, client } = await holdFirst(server);
    await settleHeld(server);
    expect(server.executed).not.toContain('second');
    release();
    await client.responses(2);
    expect(server.executed).toContain('second');
  });

  it('executes what comes behind a refusal that keeps the connection open', async () => {
    const server = await start();
    const method = name === 'pages' ? 'PROPFIND' : 'PATCH';
    const client = openRaw(server.port, request(method, pathOf(server)) + server.change('behind'));
    await client.responses(2);
    expect(client.statuses()[0]).toBe(name === 'pages' ? 404 : 405);
    expect(server.executed).toEqual(['behind']);
    expect(client.received()).toMatch(/x-request-id: behind/);
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ['breaks', (socket) => socket.resetAndDestroy()],
    ['is closed at the end of the client, who may be gone', (socket) => socket.end()],
  ])('executes nothing that waits when the connection %s', async (_how, leave) => {
    const server = await start();
    const { release, client } = await holdFirst(server, { allowHalfOpen: true });
    leave(client.socket);
    await expect.poll(() => server.sockets.every(({ destroyed }) => destroyed), patience).toBe(true);
    release();
    await settle(server);
    expect(server.executed).toEqual(['first', 'settled']);
  });

  it('answers the first hundred of more requests than any client sends ahead, and executes no more', async () => {
    const server = await start();
    const release = server.hold();
    const ids = Array.from({ length: 150 }, (_, index) => `n${index}`);
    const client = openRaw(server.port, ids.map((id) => server.read(id)).join(''));
    await expect.poll(() => server.executed, patience).toContain('n0');
    release();
    expect(statusesIn(await client.closed)).toHaveLength(100);
    expect(server.executed).toEqual(ids.slice(0, 100));
  });
});

/** As `settle`, without waiting for a response. */
async function settleHeld(server: RunningServer): Promise<void> {
  // In another language: the proxy asks once for those who ask the same.
  openRaw(server.port, server.read('other', 'Accept-Language: fr\r\n'));
  await expect.poll(() => server.executed, patience).toContain('other');
}
