import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PostgresPool } from '../../../src/service/store/postgres-pool.ts';
import { listen, portOf } from '../../support/loopback.ts';

/** What PgBouncer lets through unless it is told otherwise. https://www.pgbouncer.org/config.html#ignore_startup_parameters */
const known = ['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone', 'standard_conforming_strings'];

it('a connection begins with nothing that a pooler in between refuses', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  let begin: Buffer | undefined;
  const server = createServer((socket: Socket) => void socket.on('error', () => undefined).once('data', (data: Buffer) => {
    begin = data;
    socket.destroy();
  }));
  await listen(server);
  onTestFinished(() => void server.close());
  const pool = new PostgresPool(`postgres://geolet@127.0.0.1:${portOf(server)}/geolet`);
  await expect(pool.query('SELECT 1')).rejects.toThrow('Try again in a moment.');
  await pool.end();
  // Length and version, then names and values in turn. https://www.postgresql.org/docs/current/protocol-message-formats.html
  const names = begin?.subarray(8).toString().split('\0').filter((text, index) => index % 2 === 0 && text !== '') ?? [];
  expect(names).toContain('user');
  expect(names.filter((name) => !known.includes(name.toLowerCase()))).toEqual([]);
});
