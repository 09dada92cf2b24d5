import { sources, texts } from './files.ts';

/** Spellings that have a better one. */
const spellings: Readonly<Record<string, RegExp>> = {
  'lookup, and to look up': /[Ll]ook[-_]up|[Ll]ookUps|[a-z]LookUp/,
};

export function checkSpelling(): readonly string[] {
  return Object.entries(spellings).flatMap(([right, wrong]) =>
    texts
      .filter(({ path }) => path !== 'scripts/lint/prose.ts')
      .flatMap(({ path, text }) =>
        [path, ...text.split('\n')].flatMap((line, number) =>
          wrong.test(line) ? [`${path}:${number}: is written "${right}"`] : [],
        ),
      ),
  );
}

/** The formatter breaks code at 120 columns, but not text and patterns. */
const most = { columns: 140, lines: 320 };

/** Messages, style sheets and patterns may be long: to break them would not make them easier to read. */
const longTexts = /`[^`]*`|'[^']*'|\/\^\(.*\)\$\//g;

export function checkLength(): readonly string[] {
  return sources
    .filter(({ path }) => !/\.d\.ts$|-style\.ts$/.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n');
      const long = lines.flatMap((line, index) =>
        line.replaceAll(longTexts, '').length > most.columns
          ? [`${path}:${index + 1}: has more than ${most.columns} columns`]
          : [],
      );
      return lines.length > most.lines ? [...long, `${path}: has more than ${most.lines} lines`] : long;
    });
}
