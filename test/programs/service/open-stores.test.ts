import { execFileSync } from 'node:child_process';
import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkResources } from '../../../src/service/check-resources.ts';
import { runCommand } from '../../../src/service/command-line/run-command.ts';
import { defaultConfiguration } from '../../../src/service/configuration.ts';
import { openService, type OpenService } from '../../../src/service/index.ts';
import { openEmbeddedStore } from '../../../src/service/store/embedded-store.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';

const noData = { databases: { city: [], asn: [] } };

/** Each opens a store in this process, and returns the service that is asked to delete a website. */
const ways: Readonly<Record<string, (open: () => Promise<OpenService>, directory: string) => Promise<OpenService>>> = {
  once: (open) => open(),
  'again, after it was closed': async (open) => {
    await (await open()).close();
    return open();
  },
  'twice, and the first deletes': async (open) => {
    const first = await open();
    await open();
    return first;
  },
  'twice, and the second deletes': async (open) => {
    await open();
    return open();
  },
  'twice, and one is closed': async (open) => {
    const first = await open();
    await (await open()).close();
    return first;
  },
  'and checked': async (open, dataDirectory) => {
    const service = await open();
    await checkResources({ ...defaultConfiguration, dataDirectory }, { hasStore: true });
    return service;
  },
  'and by a command of the same process': async (open, DATA_DIR) => {
    const service = await open();
    await runCommand(['account', 'list'], { DATA_DIR });
    return service;
  },
  'and backed up': async (open, directory) => {
    const service = await open();
    for (let time = 0; time < 2; time++) await service.store.backUp(join(directory, 'backup.db'));
    return service;
  },
  'and not backed up onto a store in use': async (open, directory) => {
    const service = await open();
    const file = join(directory, 'service.db');
    symlinkSync(file, join(directory, 'symbolic'));
    linkSync(file, join(directory, 'hard'));
    for (const name of ['service.db', 'symbolic', 'hard', 'service.db-wal', 'service.db-shm'])
      await expect(service.store.backUp(join(directory, name))).rejects.toThrow("is the store's own file");
    const other = await openEmbeddedStore(temporaryDirectory());
    await expect(service.store.backUp(other.place)).rejects.toThrow('a program has that store open');
    await other.close();
    return service;
  },
};

it('a confirmed delete is not lost, however the store was opened, when another program has opened and left it', async () => {
  const directories = Object.keys(ways).map(() => temporaryDirectory());
  const deletions = await Promise.all(
    Object.values(ways).map(async (way, index) => {
      const dataDirectory = directories[index] ?? '';
      const service = await way(async () => {
        const opened = await openService({ ...noData, dataDirectory });
        onTestFinished(() => opened.close());
        return opened;
      }, dataDirectory);
      const account = await service.store.createAccount('owner');
      for (const siteID of ['deleted', 'deleted-too', 'kept']) await service.store.addSite(account, siteID);
      const { key } = await service.store.issueKey(account, { scopes: ['delete'] });
      const { url } = await service.listen({ port: 0 });
      const init = { method: 'DELETE', headers: { authorization: `Bearer ${key}` } };
      return async (siteID: string) => (await fetch(`${url}/beta/api/delete-website/${siteID}`, init)).status;
    }),
  );

  asAnotherProgram(directories, "INSERT INTO sites SELECT 'added', id, '' FROM accounts RETURNING site_id");
  const answers: number[][] = [];
  for (const remove of deletions) answers.push([await remove('deleted'), await remove('deleted-too')]);
  const left = asAnotherProgram(directories, 'SELECT site_id FROM sites ORDER BY site_id');

  const found = Object.keys(ways).map((way, index) => ({ way, answers: answers[index], left: left[index] }));
  const expected = { answers: [200, 200], left: ['added', 'kept'] };
  expect(found).toEqual(Object.keys(ways).map((way) => ({ way, ...expected })));
});

/** Runs a statement on the store of each directory, in a process that has ended when this returns. */
function asAnotherProgram(directories: readonly string[], sql: string): unknown[] {
  const program = `
    import { createClient } from '@libsql/client';
    const [sql, ...directories] = process.argv.slice(1);
    const results = [];
    for (const directory of directories) {
      const client = createClient({ url: \`file:\${directory}/service.db\`, timeout: 5000 });
      results.push((await client.execute(sql)).rows.map((row) => row[0]));
      client.close();
    }
    console.log(JSON.stringify(results));`;
  const args = ['--input-type=module', '-e', program, sql, ...directories];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
  return JSON.parse(output) as unknown[];
}
