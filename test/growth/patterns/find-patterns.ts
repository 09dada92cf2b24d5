import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A regular expression that is written in the sources. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
}

/** The regular expressions in a file of TypeScript or JavaScript, and whether it builds others from parts. */
export function patternsIn(file: string): { readonly patterns: readonly Pattern[]; readonly buildsOthers: boolean } {
  const patterns: Pattern[] = [];
  let buildsOthers = false;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const literal: unknown = Reflect.get(node, 'regex');
    if (isLiteral(literal)) patterns.push({ source: literal.pattern, flags: literal.flags, file });
    if (isCallOfRegExp(node)) buildsOthers = true;
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return { patterns, buildsOthers };
}

function isLiteral(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'pattern') === 'string';
}

function isCallOfRegExp(node: object): boolean {
  const callee: unknown = Reflect.get(node, 'callee');
  return typeof callee === 'object' && callee !== null && Reflect.get(callee, 'name') === 'RegExp';
}

/**
 * The regular expressions in single quotes in a file of PHP. Those in double quotes are put together from parts, and are
 * read nowhere. A possessive quantifier (`++`) never goes back, and the checker knows only JavaScript.
 */
export function patternsInPhp(file: string): readonly Pattern[] {
  const calls = readFileSync(file, 'utf8').matchAll(/\bpreg_\w+\(\s*'((?:[^'\\]|\\.)*)'\s*,/g);
  const texts = [...calls].map(([, text = '']) => text.replace(/\\(['\\])/g, '$1'));
  const known = texts.filter((text) => !/[+*?}]\+/.test(text));
  return known.map((written) => {
    const end = written.lastIndexOf(written.charAt(0));
    const flags = written.slice(end + 1).replace(/[^imsu]/g, '');
    const source = written.slice(1, end).replace(/\\x\{([\da-f]+)\}/gi, '\\u{$1}');
    return { source, flags, file };
  });
}

/** The regular expressions that modules build when they are imported. */
export async function patternsBuiltBy(files: readonly string[]): Promise<readonly Pattern[]> {
  const patterns: Pattern[] = [];
  const original = RegExp;
  let file = '';
  globalThis.RegExp = new Proxy(original, {
    construct(target, args: ConstructorParameters<RegExpConstructor>, newTarget) {
      const made = Reflect.construct(target, args, newTarget) as RegExp;
      patterns.push({ source: made.source, flags: made.flags, file });
      return made;
    },
  });
  try {
    for (file of files) await import(/* @vite-ignore */ new URL(`../../../${file}`, import.meta.url).href);
  } finally {
    globalThis.RegExp = original;
  }
  return patterns;
}
