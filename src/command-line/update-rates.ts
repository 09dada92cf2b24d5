import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { argumentProblem } from '../http/argument-problem.ts';
import { isSystemError } from '../http/system-error.ts';
import { print, printable, printError } from '../http/terminal.ts';
import { documentation } from '../proxy/node/documentation.ts';
import { type CheckedRates, readRates } from './rates/read-rates.ts';
import { renewRates } from './rates/renew-rates.ts';

const bank = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

const usage = `geolet update-rates <file> [--from <address>] [--accept]

Fetches exchange rates, checks them, and writes them as {base, date, rates} for the setting "rates". Run it each working
day after 16:00 CET, and serve the file from your own origin.

  --from <address>   of the same XML, or of JSON with {base, date, rates}; the reference rates of the European Central
                     Bank by default
  --accept           uses rates that moved by more than 20 % a day; without it they wait in <file>.kept-back until those
                     of a later day confirm them

It ends with 1, and leaves the file as it is, where there are no good rates.

Converted prices: ${documentation('markup')}#converted-prices`;

const options = { from: { type: 'string', default: bank }, accept: { type: 'boolean', default: false } } as const;
const patienceMs = 15_000;
const largestBytes = 1_000_000;

export async function runUpdateRates(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.some((word) => /^(-h|--help)$/.test(word))) return print(usage);
  const read = readArguments(args);
  if (typeof read === 'string') return fail(`${read}\n\n${usage}`);
  const { file, from, isAccepted } = read;
  let fresh: CheckedRates;
  try {
    fresh = readRates(await fetchText(from), Date.now());
  } catch (error) {
    return fail(`${printable(from)} gave no rates: ${printable(reasonOf(error))}. ${printable(file)} is as it was.`);
  }
  const keptBackFile = `${file}.kept-back`;
  const renewal = renewRates(fresh, await readKept(file), await readKept(keptBackFile), isAccepted);
  if (renewal.kind === 'known')
    return print(`${printable(file)} has the rates of ${fresh.date} already, or newer ones.`);
  if (renewal.kind === 'kept-back') {
    await replace(keptBackFile, fresh);
    return fail(
      `The rates of ${fresh.date} moved by more than 20 % a day: ${renewal.moved.join(', ')}. They are kept back until those of a later day confirm them. Look at them, and use them now with --accept.`,
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
    if (!/^https?:\/\//.test(values.from)) return '--from takes an address that begins with https://.';
    return { file, from: values.from, isAccepted: values.accept };
  } catch (error) {
    return argumentProblem(error, Object.keys(options));
  }
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
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

/** Rates that were written before. Ones that nobody can read count as none, so that the next good ones replace them. */
async function readKept(file: string): Promise<CheckedRates | undefined> {
  try {
    return readRates(await readFile(file, 'utf8'), Infinity);
  } catch (error) {
    if (isSystemError(error) && error.code !== 'ENOENT') throw error;
    return undefined;
  }
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
