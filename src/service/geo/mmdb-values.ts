import type { Path } from './mmdb-fields.ts';

const maxTextLength = 300;

const brokenText = /[\p{Cc}\u{fffd}]/u;

/**
 * The first text. Empty strings and IP2Location's `-` mean unknown. Control characters, U+FFFD and very long texts come
 * from broken bytes.
 */
export function textAt(record: unknown, paths: readonly Path[]): string | undefined {
  for (const path of paths) {
    const value = at(record, path);
    const found = isObject(value) && /^names?$/.test(path.at(-1) ?? '') ? bestName(value) : usable(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first number. IPinfo writes coordinates as strings. */
export function numberAt(record: unknown, paths: readonly Path[]): number | undefined {
  for (const path of paths) {
    const value = at(record, path);
    const found = typeof value === 'string' && /^-?\d{1,10}(\.\d{1,20})?$/.test(value) ? Number(value) : value;
    if (typeof found === 'number' && Number.isFinite(found)) return found;
  }
  return undefined;
}

/** The first boolean, also as text or number. */
export function booleanAt(record: unknown, paths: readonly Path[]): boolean | undefined {
  for (const path of paths) {
    const value = at(record, path);
    if (value === true || value === 1 || value === 'true') return true;
    if (value === false || value === 0 || value === 'false') return false;
  }
  return undefined;
}

/** The English name, else one in Latin letters, else any: better than none. */
function bestName(names: Readonly<Record<string, unknown>>): string | undefined {
  const known = Object.values(names).map(usable);
  return usable(names['en']) ?? known.find((name) => /^\p{Script=Latin}/u.test(name ?? '')) ?? known.find(Boolean);
}

function usable(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxTextLength || brokenText.test(value)) return undefined;
  const text = value.trim();
  return text === '' || text === '-' ? undefined : text;
}

function at(record: unknown, path: Path): unknown {
  let value = record;
  for (const step of path) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
