import { closest } from '../record/closest.ts';

/** One of a few words: whatever its case, or with a typo. @param text anything: options may come from JavaScript. */
export function meantWord<Word extends string>(text: unknown, words: readonly Word[]): Word | undefined {
  if (typeof text !== 'string') return undefined;
  const plain = (word: string) => word.replace(/[\s_-]/g, '').toLowerCase();
  const near = closest(plain(text), words.map(plain));
  return words.find((word) => plain(word) === plain(text)) ?? words.find((word) => plain(word) === near);
}

/** `true`, `on` and `1` are a yes in other programs. @param words what to write for yes and no. */
export function meantYes(text: string, words: readonly [yes: string, no: string] = ['yes', 'no']): string | undefined {
  if (/^(?:true|yes|on|1|y|enabled?)$/i.test(text)) return words[0];
  return /^(?:false|no|off|0|n|disabled?)$/i.test(text) ? words[1] : meantWord(text, words);
}

const secondsOf: Readonly<Record<string, number>> = { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86_400 };
const bytesOf: Readonly<Record<string, number>> = {
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
};

/**
 * A number with its unit (`1h` for seconds, `64kb` for bytes), or with marks between its digits (`10_000`).
 *
 * @param option whose name ends with its unit.
 * @returns undefined for anything else, and for a number that the option does not take.
 */
export function meantNumber(
  text: string,
  option: string,
  [least, most]: readonly [number, number],
): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,3}(?:[_,' ]\d{3}){1,4}|\d{1,15})\s*([a-z]{0,3})$/i.exec(text.trim()) ?? [];
  const value = Number(digits.replace(/\D/g, '')) * factorOf(unit.toLowerCase(), option);
  return digits !== '' && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

/** NaN for a unit that says nothing about the option. */
function factorOf(unit: string, option: string): number {
  if (unit === '') return 1;
  if (option.endsWith('Ms')) return (secondsOf[unit] ?? NaN) * 1000;
  if (option.endsWith('Seconds')) return secondsOf[unit] ?? NaN;
  return option.endsWith('Bytes') ? (bytesOf[unit] ?? NaN) : NaN;
}

/**
 * Scheme and host of an address that has more or less than these.
 *
 * @param scheme what stands before one that has none.
 */
export function meantOrigin(text: string, scheme: 'http' | 'https'): string | undefined {
  const url = urlOf(text, scheme);
  return url && `${url.protocol}//${url.host}`;
}

/** The host of an address, with its port. */
export function meantHost(text: string): string | undefined {
  return urlOf(text, 'https')?.host;
}

/** Only of what looks like an address: a word may be a password in the wrong place. */
function urlOf(text: string, scheme: string): URL | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `${scheme}://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return /^(?:localhost|\[[\da-f:.]+\]|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:[a-z]{2,24}|\d{1,3}))$/.test(url.hostname)
    ? url
    : undefined;
}
