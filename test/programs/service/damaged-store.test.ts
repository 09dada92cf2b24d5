import { once } from 'node:events';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, it } from 'vitest';
import { runCommand } from '../../../src/service/command-line/run-command.ts';
import { createApiKey } from '../../../src/service/store/api-key.ts';
import { type StartedService, start } from '../../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';

const harms: ReadonlyArray<readonly [what: string, harm: (file: string) => void]> = [
  ['overwritten', (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length, 'x'))],
  ['cut off in the middle', (file) => truncateSync(file, readFileSync(file).length / 2)],
  ['emptied', (file) => truncateSync(file, 0)],
];

async function startWithKey() {
  const DATA_DIR = temporaryDirectory();
  const main = (...args: string[]): Promise<string> =>
    runCommand(args, { DATA_DIR, GEO_CITY_DB: 'none', GEO_ASN_DB: 'none' });
  await main('account', 'create', 'shop');
  await main('site', 'add', 'one');
  const key = /^geolet_\w+$/m.exec(await main('key', 'create', '--scope', 'read,delete'))?.[0] ?? '';
  const file = join(DATA_DIR, 'service.db');
  const service = await start({ DATA_DIR });
  expect(await statusOf(service, record, key)).toBe(200);
  // Another process wrote: the service trusts no longer what it has read before, and what was written lately is in the file itself.
  const client = createClient({ url: `file:${file}` });
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  client.close();
  return { service, key, file, restart: () => start({ DATA_DIR }) };
}

async function statusOf({ url }: StartedService, path: string, key = ''): Promise<number> {
  return (await fetch(url + path, { headers: { authorization: `Bearer ${key}`, 'x-visitor-ip': '8.8.8.8' } })).status;
}

const record = '/beta/api/get-visitor-data';

it.each(harms)(
  'a store that is damaged while the service runs %s: every key gets 503, /ready says no, the log says it once, and once it is put back and the service started anew all is as before',
  async (_what, harm) => {
    const { service, key, file, restart } = await startWithKey();
    const whole = readFileSync(file);

    harm(file);
    // A key is remembered for half a second.
    await expect.poll(() => statusOf(service, record, key), { timeout: 20_000 }).toBe(503);
    expect(await statusOf(service, record, createApiKey())).toBe(503);
    expect(await statusOf(service, '/ready')).toBe(503);
    expect(await statusOf(service, '/health')).toBe(503);
    expect(service.logged.filter((line) => line.includes("The store in DATA_DIR can't be used"))).toHaveLength(1);
    expect(service.logged.join('\n')).not.toContain('stack');
    expect(service.process.exitCode).toBeNull();

    service.process.kill('SIGKILL');
    await once(service.process, 'exit');
    for (const beside of ['-wal', '-shm']) rmSync(file + beside, { force: true });
    writeFileSync(file, whole);
    const again = await restart();
    expect(await statusOf(again, record, key)).toBe(200);
    expect(await statusOf(again, record, createApiKey())).toBe(401);
  },
  120_000,
);
