import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Pattern, patternsBuiltBy, patternsIn, patternsInPhp } from './find-patterns.ts';
import { Judge } from './judge.ts';
import { builders, ownTexts } from './own-texts.ts';

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
const quadratic = { source: String.raw`\s+$`, flags: '', file: '' };
const judge = new Judge();
const judges = [judge, ...Array.from({ length: availableParallelism() - 1 }, () => new Judge())];
afterAll(() => judges.forEach((each) => each.end()));

const patterns = [...scripts.flatMap((each) => each.patterns), ...php, ...built];

it('no regular expression takes more than its text', { timeout: 600_000 }, async () => {
  const once = new Map(
    patterns.filter((each) => !isOwn(each)).map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]),
  );
  const found: string[] = [];
  const waiting = once.entries();
  await Promise.all(
    judges.map(async (judge) => {
      for (const [text, pattern] of waiting) {
        const growth = await judge.growthOf(pattern);
        if (growth !== undefined) found.push(`${pattern.file}: ${text} (${growth})`);
      }
    }),
  );
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

it('finds what takes more than its text', { timeout: 240_000 }, async () => {
  expect(await judge.growthOf(quadratic)).toContain('polynomial');
  expect(await judge.growthOf({ source: '^(a+)+$', flags: '', file: '' })).toContain('exponential');
});

it('a check and a measurement that do not end are ended', { timeout: 240_000 }, async () => {
  const hasty = new Judge({ checkMs: 1, measureMs: 60_000 });
  expect(await hasty.growthOf(quadratic)).toBeUndefined();
  const impatient = new Judge({ checkMs: 60_000, measureMs: 1 });
  expect(await impatient.growthOf(quadratic)).toContain('still not measured');
  hasty.end();
  impatient.end();
});

function isOwn(pattern: Pattern): boolean {
  return ownTexts.some((own) => isThe(own, pattern));
}

function isThe(own: (typeof ownTexts)[number], { file, source }: Pattern): boolean {
  return own.file === file && own.source === source;
}
