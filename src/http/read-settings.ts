import { meantNumber, meantWord, meantYes } from './meant-value.ts';
import { SettingError } from './setting-error.ts';
import type { Setting, Settings } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables by the names of their settings. */
export type Variables = Readonly<Record<string, string>>;

type ValueOf<Row> = Row extends { readonly range: unknown }
  ? number
  : Row extends { readonly words: ReadonlyArray<infer Word> }
    ? Word
    : Row extends { readonly isList: true }
      ? string[]
      : string;

/** What each setting comes to; undefined where it is left out. */
export type Values<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> | undefined };

export function variableOf(name: string, { variable }: Pick<Setting, 'variable'> = {}): string {
  return variable ?? `GEOLET_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

export function variablesOf(settings: Settings): Variables {
  return Object.fromEntries(Object.entries(settings).map(([name, row]) => [name, variableOf(name, row)]));
}

/**
 * Reads environment variables. An empty one counts as not set.
 *
 * @throws a SettingError for a number or a word that cannot be used.
 */
export function readSettings<Table extends Settings>(settings: Table, environment: Environment): Values<Table> {
  const read = (name: string, row: Setting) => {
    const written = environment[variableOf(name, row)];
    const text = row.isSecret ? written : written?.trim();
    if (!text) return undefined;
    if (row.range) return checkNumber(name, row, Number.isNaN(Number(text)) ? text : Number(text));
    if (row.words) return checkWord(name, { ...row, words: row.words }, text);
    return row.isList ? text.split(/[\s,]+/).filter(Boolean) : text;
  };
  // Each row is read as its own type says.
  return Object.fromEntries(Object.entries(settings).map(([name, row]) => [name, read(name, row)])) as Values<Table>;
}

/** @throws a SettingError for anything but a whole number in the range of the setting. */
export function checkNumber(name: string, row: Setting, value: unknown): number {
  const { range: [least, most] = [0, 0] } = row;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const meant = typeof value === 'string' ? meantNumber(value, name, [least, most]) : undefined;
  return refuseSetting(name, row, `is ${shown(value)}: ${orMeant(meant)}give a whole number from ${least} to ${most}`);
}

/** @throws a SettingError for anything but one of the words of the setting. */
export function checkWord<Word extends string>(
  name: string,
  row: Pick<Setting, 'variable'> & { readonly words: readonly Word[] },
  value: unknown,
): Word {
  const word = row.words.find((one) => one === value);
  if (word !== undefined) return word;
  return refuseSetting(
    name,
    row,
    `is ${shown(value)}: ${orMeant(meantOf(value, row.words))}choose from ${row.words.join(', ')}`,
  );
}

function meantOf(value: unknown, words: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const pair = (
    [
      ['yes', 'no'],
      ['on', 'off'],
    ] as const
  ).find(([yes]) => words.includes(yes));
  return (pair && meantYes(value, pair)) ?? meantWord(value.split('/').at(-1), words);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

export function orMeant(meant: string | number | undefined): string {
  return meant === undefined ? '' : `did you mean ${meant}? Or `;
}

/** @throws a SettingError, which is a TypeError. */
export function refuseSetting(name: string, row: Pick<Setting, 'variable'>, problem: string): never {
  const variable = variableOf(name, row);
  throw new SettingError(variable, `${row.variable ?? `The proxy's option ${name} (${variable})`} ${problem}.`);
}

/**
 * Refuses to create the proxy. The message names the option, what is wrong with it, and what to write instead. Never
 * put a secret value into it.
 *
 * @param meant the value that the owner seems to mean.
 * @throws a SettingError, which is a TypeError.
 */
export function refuseOption(option: string, problem: string, fix: string, meant?: string): never {
  return refuseSetting(option, {}, `${problem}: ${orMeant(meant)}${fix}`);
}

/** Lines for `--help`: all settings of the table, or those that are named. */
export function helpOn<Table extends Settings>(settings: Table, ...names: ReadonlyArray<keyof Table & string>): string {
  const rows = Object.entries(settings).filter(([name]) => names.length === 0 || names.includes(name));
  const plain = (markdown: string) => markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  const width = Math.max(18, ...rows.map(([name, row]) => variableOf(name, row).length));
  return rows
    .map(
      ([name, row]) =>
        `  ${variableOf(name, row).padEnd(width)}  ${plain(row.means)}${inBrackets(row.isRequired ? 'required' : row.default)}`,
    )
    .join('\n');
}

function inBrackets(text: string | number | undefined): string {
  return text === undefined ? '' : ` (${text})`;
}
