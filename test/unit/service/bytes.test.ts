import { renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesInMemory, openBytes } from '../../../src/service/geo/bytes.ts';
import { openMmdb } from '../../../src/service/geo/mmdb-database.ts';
import { OperatorError } from '../../../src/service/operator-error.ts';
import { lookUp } from '../../support/lookup.ts';
import { writeMmdb } from '../../support/mmdb-writer.ts';
import { addressOf } from './geo-facts.ts';
import { temporaryDirectory } from './running-service.ts';

/** Larger than all blocks together that are kept of a file. */
const content = Buffer.from(Array.from({ length: 9_000_003 }, (_none, index) => (index * 7 + (index >> 12)) & 255));

function fileOf(bytes: Buffer): string {
  const path = join(temporaryDirectory(), 'file.mmdb');
  writeFileSync(path, bytes);
  return path;
}

describe('a file that is read where it lies', () => {
  it('has the same bytes as in memory, whichever are read first', () => {
    const bytes = openBytes(fileOf(content));
    expect(bytes.length).toBe(content.length);
    const positions = Array.from({ length: 20_000 }, (_none, index) => (index * 4_000_037) % content.length);
    expect(positions.map((position) => bytes.at(position))).toEqual(positions.map((position) => content[position]));
    expect([bytes.at(content.length), bytes.at(content.length + 5000)]).toEqual([undefined, undefined]);
  });

  it('has the same texts as in memory, also over the edge of a block', () => {
    const text = Buffer.from('Zürich '.repeat(3000));
    const [lying, held] = [openBytes(fileOf(text)), bytesInMemory(text)];
    for (const [start, end] of [
      [0, 8],
      [4088, 4104],
      [4095, 4096],
      [100, 9000],
    ] as const)
      expect(lying.text(start, end)).toBe(held.text(start, end));
  });

  it('stays as it was when another takes its place', () => {
    const database = (country: string) =>
      writeMmdb({ databaseType: 'City', networks: { '8.8.8.0/24': { country: { iso_code: country } } } });
    const path = fileOf(database('FR'));
    const bytes = openBytes(path);
    renameSync(fileOf(database('BE')), path);
    const address = addressOf('8.8.8.8');
    expect(lookUp(openMmdb(path, bytes), address)?.countryCode).toBe('FR');
    expect(lookUp(openMmdb(path), address)?.countryCode).toBe('BE');
  });

  it('is an error where it became shorter, and after it was closed', () => {
    const path = fileOf(content);
    const bytes = openBytes(path);
    expect(bytes.at(0)).toBe(content[0]);
    truncateSync(path, 5_000_000);
    expect(() => bytes.at(6_000_000)).toThrow('the file became shorter');
    bytes.close();
    bytes.close();
    expect(() => bytes.at(1_000_000)).toThrow('the file is closed');
  });

  it('is an error for the operator where there is none', () => {
    expect(() => openBytes('/nowhere/file.mmdb')).toThrow(OperatorError);
  });
});
