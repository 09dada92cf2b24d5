import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { suites } from '../../suites.ts';

/** `.ci/suites`, without its comments. */
const rows = readFileSync('.ci/suites', 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [ring = '', suite = '', ...paths] = line.split(/ +/);
    return { ring, suite, paths };
  });

describe('the table of rings', () => {
  it('has each suite once', () =>
    expect(rows.map(({ suite }) => suite).toSorted()).toEqual(Object.keys(suites).toSorted()));

  it('has a ring for each', () => expect(rows.filter(({ ring }) => !/^(ci|release:\d)$/.test(ring))).toEqual([]));

  it('names paths that are there', () => {
    expect(rows.flatMap(({ paths }) => paths).filter((path) => !existsSync(path))).toEqual([]);
    expect(rows.filter(({ paths }) => !paths.length)).toEqual([]);
  });

  it('names a suite for each room', () => {
    const named = rows.flatMap(({ paths }) => paths);
    const rooms = readdirSync('src').map((room) => `src/${room}`);
    expect(rooms.filter((room) => !named.some((path) => path === room || path.startsWith(`${room}/`)))).toEqual([]);
  });
});
