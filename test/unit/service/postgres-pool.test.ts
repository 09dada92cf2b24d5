import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { PostgresPool } from '../../../src/service/store/postgres-pool.ts';
import { listen, portOf } from '../../support/loopback.ts';

/** What PgBouncer lets through unless it is told otherwise. https://www.pgbouncer.org/config.html#ignore_startup_parameters */
const known = /^(user|database|application_name|client_encoding|datestyle|timezone|standard_conforming_strings)$/i;

/**
 * Answers every statement with nothing, on connections that begin with no names but those. Every begin is told.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
async function startPooler(allowed: RegExp) {
  const begins: string[][] = [];
  const server = createServer(
    (socket: Socket) =>
      void socket
        .on('error', () => undefined)
        .once('data', (begin: Buffer) => {
          // Length and version, then names and values in turn.
          const names = begin
            .subarray(8)
            .toString()
            .split('\0')
            .filter((text, index) => index % 2 === 0 && text !== '');
          begins.push(names);
          const unknown = names.find((name) => !allowed.test(name));
          if (unknown !== undefined) {
            socket.end(message('E', `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`));
            return;
          }
          const ready = message('Z', 'I');
          socket.write(Buffer.concat([message('R', '\0\0\0\0'), ready]));
          socket.on(
            'data',
            (data) =>
              void (data.toString('latin1', 0, 1) === 'X'
                ? socket.end()
                : socket.write(Buffer.concat([message('C', 'SELECT 0\0'), ready]))),
          );
        }),
  );
  await listen(server);
  onTestFinished(() => void server.close());
  const pool = new PostgresPool(`postgres://geolet@127.0.0.1:${portOf(server)}/geolet`);
  onTestFinished(() => pool.end());
  return { begins, pool };
}

function message(type: string, content: string): Buffer {
  const body = Buffer.from(content, 'latin1');
  const head = Buffer.from(`${type}    `);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

it('a connection begins with a time after which PostgreSQL itself ends statements', async () => {
  const { begins, pool } = await startPooler(/./);
  expect((await pool.read('SELECT')).rowCount).toBe(0);
  expect(begins).toEqual([expect.arrayContaining(['statement_timeout'])]);
});

it('a pooler in between that refuses the time is asked again without, once, and later without at once', async () => {
  const { begins, pool } = await startPooler(known);
  expect((await pool.read('SELECT')).rowCount).toBe(0);
  expect(begins.map((names) => names.includes('statement_timeout'))).toEqual([true, false]);
  await Promise.all([pool.read('SELECT'), pool.read('SELECT')]);
  expect(begins.map((names) => names.includes('statement_timeout'))).toEqual([true, false, false]);
});

it('what is asked together where the time is refused is answered, all of it', async () => {
  const { pool } = await startPooler(known);
  const results = await Promise.all(Array.from({ length: 30 }, () => pool.read('SELECT')));
  expect(results.map(({ rowCount }) => rowCount)).toEqual(Array(30).fill(0));
});
