import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What answers a condition or works out a value, from facts. */
const evaluators = [
  'any',
  'answer',
  'answerLazy',
  'askGroup',
  'evaluateClasses',
  'evaluateValueElement',
  'evaluateVisibility',
  'fieldText',
  'fillTemplate',
  'formatPrice',
  'isHiddenAsWhole',
  'platformText',
  'showPrice',
  'valueOfElement',
  'wantUrl',
];

const folder = 'src/owner/explain';

/** The names that a file imports, without types, and those that it takes from what the loader hands to lazy files. */
function namesUsedIn(file: string): readonly string[] {
  const source = readFileSync(join(folder, file), 'utf8');
  const imported = [...source.matchAll(/import \{([^}]*)\} from '(?!\.\/)/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => !name.startsWith('type ')),
  );
  const handed = [...source.matchAll(/core\.(?:rules|markup)\.(\w+)/g)].map(([, name = '']) => name);
  return [...imported, ...handed];
}

describe('explain() turns what the rules have traced into sentences', () => {
  it.each(readdirSync(folder))('%s evaluates nothing by itself', (file) => {
    expect(namesUsedIn(file).filter((name) => evaluators.includes(name))).toEqual([]);
  });

  it('and its only way to the rules runs them as the page does', () => {
    const source = readFileSync('src/owner/trace-page.ts', 'utf8');
    for (const name of ['answer', 'binding.want', 'evaluateVisibility', 'evaluateValueElement', 'isHiddenAsWhole'])
      expect(source).toContain(`=> ${name}(`);
  });
});
