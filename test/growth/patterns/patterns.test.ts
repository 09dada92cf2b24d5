import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { greatestExponent, measureGrowth } from '../measure-growth.ts';
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

/** About what a header can be. */
const longestText = 16_000;
const timeoutMs = 10_000;

/**
 * The checker proposes a text on which a pattern takes long; the engine says whether that is so: where a pattern looks
 * around, the checker may only guess. One that it cannot judge in time is told, and passes.
 *
 * @returns how much longer a pattern takes for a longer text; undefined where it is only as much longer.
 */
async function growthOf({ source, flags, file }: Pattern): Promise<string | undefined> {
  const found = checkSync(source, flags, { timeout: timeoutMs });
  if (found.status === 'unknown') console.warn(`${file}: nothing is known of /${source}/${flags}`);
  if (found.status !== 'vulnerable') return undefined;
  const { complexity, attack } = found;
  if (complexity.type === 'exponential') return complexity.summary;
  const { exponent } = await measureGrowth(
    (size) => {
      const text =
        attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(size / pump.length)).join('') + attack.suffix;
      const pattern = new RegExp(source, flags.replace('g', ''));
      return () => pattern.test(text);
      // A pattern leaves nothing to the garbage collector.
    },
    longestText,
    { floorMs: 60 },
  );
  return exponent > greatestExponent ? `${complexity.summary}, as it seems ${exponent.toFixed(1)}` : undefined;
}

it('no regular expression takes more than its text', { timeout: 600_000 }, async () => {
  const once = new Map(
    patterns.filter((each) => !isOwn(each)).map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]),
  );
  const found: string[] = [];
  for (const [text, pattern] of once) {
    const growth = await growthOf(pattern);
    if (growth !== undefined) found.push(`${pattern.file}: ${text} (${growth})`);
  }
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

it('finds what takes more than its text', async () => {
  expect(await growthOf({ source: String.raw`charset\s*=\s*["']?\s*([^\s;"']+)`, flags: 'i', file: '' })).toContain(
    'polynomial',
  );
  expect(await growthOf({ source: '^(a+)+$', flags: '', file: '' })).toContain('exponential');
});

function isOwn(pattern: Pattern): boolean {
  return ownTexts.some((own) => isThe(own, pattern));
}

function isThe(own: (typeof ownTexts)[number], { file, source }: Pattern): boolean {
  return own.file === file && own.source === source;
}
