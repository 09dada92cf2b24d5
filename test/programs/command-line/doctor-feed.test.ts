import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/start-server.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';
import { findingsOf, startDoctor } from './run-doctor.ts';

/** What the doctor says of a feed with one product, as JSON. */
async function run(price: string) {
  const page = '<!doctype html><html lang="en"><geo-currency prices="USD 149, EUR 139">$149</geo-currency>';
  const url = await startServer(
    (_incoming, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  );
  const feed = join(temporaryDirectory(), 'feed.tsv');
  await writeFile(feed, `id\tlink\tprice\nA\t${url}/a\t${price}\n`);
  return { feed: await findingsOf('feed', url, '--feed', feed), exitCode: process.exitCode };
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
    const { ended, text } = startDoctor('https://shop.example/', argument);
    expect(await ended).toBe(2);
    expect(text()).toContain(words);
  });
});
