import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeMmdb } from '../support/mmdb-writer.ts';

/** What web servers open such files with, and what is stricter about them than our reader is. */
function lookUp(file: string, address: string): string {
  const { stdout, stderr } = spawnSync('mmdblookup', ['--file', file, '--ip', address], { encoding: 'utf8' });
  return stdout + stderr;
}

it.each(['8.8.8.8', '2001:4860:4860::8888'])('libmaxminddb knows the network of %s by our table', (address) =>
  expect(lookUp('src/service/geo/networks.generated.mmdb', address)).toMatch(/15169 <uint32>[^]*"Google LLC"/),
);

it('libmaxminddb opens the files that tests write, of one family of addresses and of both', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-mmdb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const ipVersion of [4, 6] as const) {
    const file = join(folder, `${ipVersion}.mmdb`);
    const record = { country: { iso_code: 'FR' }, location: { latitude: 45.7485 }, is_known: true, list: [1] };
    writeFileSync(file, writeMmdb({ databaseType: 'Test', ipVersion, networks: { '81.2.69.0/24': record } }));
    expect(lookUp(file, '81.2.69.142')).toMatch(/"FR"[^]*45\.7485[^]*true[^]*1 <uint32>/);
    expect(lookUp(file, '81.2.70.1')).toContain('Could not find an entry');
  }
});
