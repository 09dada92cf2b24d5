import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const skipped = /(^|\/)(node_modules|dist|lib|\.[^/]+|test-results)(\/|$)/;
const pages = ['docs', 'bench', 'demo', 'deploy', 'examples', 'integrations', 'scripts', 'src', 'test']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  .concat(readdirSync('.'))
  .filter((name) => /\.md$|(^|\/)llms\.txt$/.test(name) && !skipped.test(name));

/** Code is no prose: what looks like a link in it is none. */
const prose = (name: string) =>
  readFileSync(name, 'utf8')
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, '.'));

/** Anchors as GitHub makes them of headings: https://docs.github.com/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#section-links */
function anchorsIn(name: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of readFileSync(name, 'utf8')
    .replace(/^```.*?^```/gms, '')
    .matchAll(/^#+ (.*)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function brokenIn(name: string): string[] {
  const targets = [...prose(name).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
  return targets.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = path ? normalize(join(dirname(name), path)) : name;
    return !existsSync(file) || (anchor && file.endsWith('.md') && !anchorsIn(file).has(anchor));
  });
}

describe('the documentation', () => {
  it('is found', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/README.md', 'docs/recipes.md', 'llms.txt']));
  });

  it.each(pages)('%s has only links that lead somewhere', (name) => {
    expect(brokenIn(name)).toEqual([]);
  });

  it('is listed whole in docs/README.md, and for agents in llms.txt', () => {
    const own = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
    for (const index of ['docs/README.md', 'llms.txt']) {
      const text = readFileSync(index, 'utf8');
      for (const name of own)
        expect(text, `${index} lists ${name}`).toMatch(new RegExp(`\\((docs/)?${name.replace('.', '\\.')}[)#]`));
    }
  });

  it('names codes of errors that there are', () => {
    const codes = anchorsIn('docs/errors.md');
    for (const name of pages)
      for (const [, code = ''] of readFileSync(name, 'utf8').matchAll(/errors\.md#([a-z-]+)/g))
        expect(codes, `${name}: ${code}`).toContain(code);
  });
});
