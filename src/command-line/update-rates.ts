import { parseArgs } from 'node:util';
import { argumentProblem } from '../http/argument-problem.ts';
import { print, printable, printError } from '../http/terminal.ts';
import { documentation } from '../proxy/node/documentation.ts';
import { fetchRates, reasonOf } from '../proxy/node/rates/fetch-rates.ts';
import { readRatesFile, storeRates } from '../proxy/node/rates/rates-file.ts';
import { bank, isSafeSource } from '../proxy/node/rates/rates-source.ts';
import type { CheckedRates } from '../proxy/node/rates/read-rates.ts';

const usage = `geolet update-rates <file> [--from <address>] [--accept]

Fetches exchange rates, checks them, and writes them as {base, date, rates} for the setting "rates". Run it each working
day after 16:00 CET, and serve the file from your own origin.

  --from <address>   of the same XML, or of JSON with {base, date, rates}; the reference rates of the European Central
                     Bank by default. It begins with https://, or is on this machine
  --accept           uses rates that moved by more than 20 % a day, more than doubled or halved, or are new; without it
                     they wait in <file>.kept-back until those of a later day confirm them

It ends with 1, and leaves the file as it is, where there are no good rates. A file with anything but rates stays, too.

Exchange rates: ${documentation('rates')}`;

const options = { from: { type: 'string', default: bank }, accept: { type: 'boolean', default: false } } as const;

export async function runUpdateRates(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.some((word) => /^(-h|--help)$/.test(word))) return print(usage);
  const read = readArguments(args);
  if (typeof read === 'string') return fail(`${read}\n\n${usage}`);
  const { file, from, isAccepted } = read;
  const now = Date.now();
  let last: CheckedRates | undefined;
  try {
    last = await readRatesFile(file, now);
  } catch (error) {
    return fail(
      `${printable(file)} holds no rates: ${printable(reasonOf(error))}. It is as it was: name another file, or delete it.`,
    );
  }
  let fresh: CheckedRates;
  try {
    fresh = await fetchRates(from, now);
  } catch (error) {
    return fail(`${printable(from)} gave no rates: ${printable(reasonOf(error))}. ${printable(file)} is as it was.`);
  }
  const renewal = await storeRates(file, fresh, last, isAccepted);
  if (renewal.kind === 'known')
    return print(`${printable(file)} has the rates of ${fresh.date} already, or newer ones.`);
  if (renewal.kind === 'kept-back')
    return fail(
      `Rates of ${fresh.date} are new, more than doubled or halved, or moved by more than 20 % a day: ${renewal.unexpected.join(', ')}. All are kept back until those of a later day confirm them. Look at them, and use them now with --accept.`,
    );
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
    if (!isSafeSource(values.from)) return '--from takes an address that begins with https://, or one of this machine.';
    return { file, from: values.from, isAccepted: values.accept };
  } catch (error) {
    return argumentProblem(error, Object.keys(options));
  }
}

function fail(text: string): void {
  printError(`geolet update-rates: ${text}`);
  process.exitCode = 1;
}
