import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isSystemError } from '../../../http/system-error.ts';
import { attempt } from '../../../rules/attempt.ts';
import { type CheckedRates, readRates } from './read-rates.ts';
import { type Renewal, renewRates } from './renew-rates.ts';

/**
 * @returns nothing for a file that is not there or empty.
 * @throws an Error for other text: the owner may have named a wrong file. Rates of a day in the future are such a text:
 *   they would hold back all new ones until that day.
 */
export async function readRatesFile(file: string, now: number): Promise<CheckedRates | undefined> {
  return parseKept(await readText(file), now);
}

/** Writes rates that have just come into the file, or keeps them back beside it. */
export async function storeRates(
  file: string,
  fresh: CheckedRates,
  last: CheckedRates | undefined,
  isAccepted: boolean,
): Promise<Renewal> {
  const keptBackFile = `${file}.kept-back`;
  const renewal = renewRates(fresh, last, await readKeptBack(keptBackFile), isAccepted);
  if (renewal.kind === 'kept-back') await replace(keptBackFile, fresh);
  if (renewal.kind === 'used') {
    await replace(file, fresh);
    await rm(keptBackFile, { force: true });
  }
  return renewal;
}

/** @returns nothing for a file that is not there. */
async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return '';
    throw error;
  }
}

function parseKept(text: string, now: number): CheckedRates | undefined {
  return text.trim() === '' ? undefined : readRates(text, now);
}

/**
 * Nobody else writes this file. If it is damaged, the next rates replace it. Here any day will do: rates confirm only
 * those of a later day.
 */
async function readKeptBack(file: string): Promise<CheckedRates | undefined> {
  const text = await readText(file);
  return attempt(() => parseKept(text, Infinity));
}

/**
 * Who reads the file meanwhile gets the whole of one or the other. The new file has a name of its own, since two programs
 * may share a folder.
 */
async function replace(file: string, rates: CheckedRates): Promise<void> {
  const written = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(written, `${JSON.stringify(rates, null, 2)}\n`);
    await rename(written, file);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}
