import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Pattern, patternsBuiltBy, patternsIn, patternsInPhp } from './find-patterns.ts';
import { builders, ownTexts } from './own-texts.ts';
import { checkSync } from './recheck.ts';

const files = ['src', 'integrations', 'demo', 'scripts', 'examples', 'deploy'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((name) => join(room, name).replaceAll('\\', '/'))
    .filter((file) => !/\/(?:node_modules|lib)\/|\.generated\./.test(file)),
);
const scripts = files
  .filter((file) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(file))
  .map((file) => ({ file, ...patternsIn(file) }));
const php = files.filter((file) => file.endsWith('.php')).flatMap(patternsInPhp);
const built = await patternsBuiltBy(
  scripts.flatMap(({ file, buildsOthers }) =>
    buildsOthers && !builders.some((each) => each.file === file) ? [file] : [],
  ),
);
const patterns = [...scripts.flatMap((each) => each.patterns), ...php, ...built];

/** Six times what any takes on a machine that has time. */
const timeoutMs = 60_000;

/** @returns how much longer a pattern takes for a longer text; undefined where it is only as much longer. */
function growthOf({ source, flags }: Pattern): string | undefined {
  const { status, complexity } = checkSync(source, flags, { timeout: timeoutMs });
  return status === 'safe' ? undefined : (complexity?.summary ?? `not known after ${timeoutMs} ms`);
}

it('no regular expression takes more than its text', { timeout: 600_000 }, () => {
  const once = new Map(
    patterns.filter((each) => !isOwn(each)).map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]),
  );
  const found = [...once].flatMap(([text, pattern]) => {
    const growth = growthOf(pattern);
    return growth === undefined ? [] : [`${pattern.file}: ${text} (${growth})`];
  });
  expect(found).toEqual([]);
});

it('the patterns of own texts stand in their files', () => {
  expect(ownTexts.filter((own) => !patterns.some((pattern) => isThe(own, pattern)))).toEqual([]);
  expect(builders.filter(({ file }) => !scripts.some((each) => each.file === file && each.buildsOthers))).toEqual([]);
});

it('finds patterns in all kinds of files', () => {
  expect(patterns.length).toBeGreaterThan(400);
  expect(php.length).toBeGreaterThan(30);
  expect(built.map(({ file }) => file)).toContain('src/service/geo/state-code.ts');
});

it('finds what takes more than its text', () => {
  expect(growthOf({ source: String.raw`charset\s*=\s*["']?\s*([^\s;"']+)`, flags: 'i', file: '' })).toContain(
    'polynomial',
  );
  expect(growthOf({ source: '^(a+)+$', flags: '', file: '' })).toContain('exponential');
});

function isOwn(pattern: Pattern): boolean {
  return ownTexts.some((own) => isThe(own, pattern));
}

function isThe(own: (typeof ownTexts)[number], { file, source }: Pattern): boolean {
  return own.file === file && own.source === source;
}
