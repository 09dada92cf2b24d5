import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runDoctor } from '../../../src/command-line/doctor.ts';
import { startServer } from '../../support/start-server.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

/** What the doctor says of a feed with one product, as JSON. */
async function run(price: string) {
  const page = '<!doctype html><html lang="en"><geo-currency prices="USD 149, EUR 139">$149</geo-currency>';
  const url = await startServer(
    (_incoming, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  );
  const folder = await mkdtemp(join(tmpdir(), 'geolet-feed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const feed = join(folder, 'feed.tsv');
  await writeFile(feed, `id\tlink\tprice\nA\t${url}/a\t${price}\n`);
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await runDoctor([url, '--feed', feed, '--json']);
  const { findings } = JSON.parse(String(log.mock.calls[0]?.[0])) as {
    readonly findings: readonly { readonly check: string; readonly result: string }[];
  };
  return { feed: findings.filter(({ check }) => check === 'feed'), exitCode: process.exitCode };
}

describe('geolet doctor --feed', () => {
  it('says that the prices are the same', async () => {
    expect((await run('149 USD')).feed).toMatchObject([{ result: 'good' }]);
  });

  it('says which differ, and ends with 1', async () => {
    expect(await run('129 USD')).toMatchObject({ feed: [{ result: 'bad' }], exitCode: 1 });
  });

  it.each([
    ['--all', '--feed takes a file or an address, and --all needs it.'],
    ['--feed=', '--feed takes a file or an address, and --all needs it.'],
    ['--fed=a', '--feed'],
  ])('ends with 2 for %s', async (argument, words) => {
    const command = [...runTypeScript, 'src/command-line/main.ts', 'doctor', 'https://shop.example/', argument];
    const [error, said] = await new Promise<[{ code?: unknown } | null, string]>((resolve) => {
      execFile(process.execPath, command, (failed, _out, printed) => resolve([failed, printed]));
    });
    expect(error?.code).toBe(2);
    expect(said).toContain(words);
  });
});
