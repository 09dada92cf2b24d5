import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { argumentProblem } from '../http/argument-problem.ts';
import { isLoopback } from '../http/loopback.ts';
import { isSystemError } from '../http/system-error.ts';
import { print, printable, printError } from '../http/terminal.ts';
import { documentation } from '../proxy/node/documentation.ts';
import { attempt } from '../rules/attempt.ts';
import { type CheckedRates, readRates } from './rates/read-rates.ts';
import { renewRates } from './rates/renew-rates.ts';

const bank = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

const usage = `geolet update-rates <file> [--from <address>] [--accept]

Fetches exchange rates, checks them, and writes them as {base, date, rates} for the setting "rates". Run it each working
day after 16:00 CET, and serve the file from your own origin.

  --from <address>   of the same XML, or of JSON with {base, date, rates}; the reference rates of the European Central
                     Bank by default. It begins with https://, or is on this machine
  --accept           uses rates that moved by more than 20 % a day, more than doubled or halved, or are new; without it
                     they wait in <file>.kept-back until those of a later day confirm them

It ends with 1, and leaves the file as it is, where there are no good rates. A file with anything but rates stays, too.

Converted prices: ${documentation('markup')}#converted-prices`;

const options = { from: { type: 'string', default: bank }, accept: { type: 'boolean', default: false } } as const;
const patienceMs = 15_000;
const largestBytes = 1_000_000;

export async function runUpdateRates(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.some((word) => /^(-h|--help)$/.test(word))) return print(usage);
  const read = readArguments(args);
  if (typeof read === 'string') return fail(`${read}\n\n${usage}`);
  const { file, from, isAccepted } = read;
  let last: CheckedRates | undefined;
  try {
    last = parseKept(await readText(file));
  } catch (error) {
    return fail(
      `${printable(file)} holds no rates: ${printable(reasonOf(error))}. It is as it was: name another file, or delete it.`,
    );
  }
  let fresh: CheckedRates;
  try {
    fresh = readRates(await fetchText(from), Date.now());
  } catch (error) {
    return fail(`${printable(from)} gave no rates: ${printable(reasonOf(error))}. ${printable(file)} is as it was.`);
  }
  const keptBackFile = `${file}.kept-back`;
  const renewal = renewRates(fresh, last, await readKeptBack(keptBackFile), isAccepted);
  if (renewal.kind === 'known')
    return print(`${printable(file)} has the rates of ${fresh.date} already, or newer ones.`);
  if (renewal.kind === 'kept-back') {
    await replace(keptBackFile, fresh);
    return fail(
      `Rates of ${fresh.date} are new, more than doubled or halved, or moved by more than 20 % a day: ${renewal.unexpected.join(', ')}. All are kept back until those of a later day confirm them. Look at them, and use them now with --accept.`,
    );
  }
  await replace(file, fresh);
  await rm(keptBackFile, { force: true });
  const dropped = renewal.dropped.length === 0 ? '' : ` No longer listed: ${renewal.dropped.join(', ')}.`;
  return print(
    `${printable(file)} has the rates of ${fresh.date}: ${Object.keys(fresh.rates).length} currencies.${dropped}`,
  );
}

interface Arguments {
  readonly file: string;
  readonly from: string;
  readonly isAccepted: boolean;
}

/** @returns what is wrong with them, as text. */
function readArguments(args: readonly string[]): Arguments | string {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return 'One file is needed.';
    if (!isSafe(values.from)) return '--from takes an address that begins with https://, or one of this machine.';
    return { file, from: values.from, isAccepted: values.accept };
  } catch (error) {
    return argumentProblem(error, Object.keys(options));
  }
}

/** Between two machines anybody could change the rates on their way without `https:`. */
function isSafe(address: string): boolean {
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' };
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
  if (!isSafe(response.url)) throw new Error('it leads to an address without https');
  if (!response.ok) throw new Error(`the status is ${response.status}`);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > largestBytes) throw new Error('it is larger than 1 MB');
    text += decoder.decode(part, { stream: true });
  }
  return text;
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

/** Rates that were written before. @throws an Error for other text: the owner may have named a wrong file. */
function parseKept(text: string): CheckedRates | undefined {
  return text.trim() === '' ? undefined : readRates(text, Infinity);
}

/** Nobody else writes this file. If it is damaged, the next rates replace it. */
async function readKeptBack(file: string): Promise<CheckedRates | undefined> {
  const text = await readText(file);
  return attempt(() => parseKept(text));
}

/** Whoever reads the file meanwhile gets the whole of one or the other. */
async function replace(file: string, rates: CheckedRates): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(rates, null, 2)}\n`);
  await rename(`${file}.new`, file);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function fail(text: string): void {
  printError(`geolet update-rates: ${text}`);
  process.exitCode = 1;
}
