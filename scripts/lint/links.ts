import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { texts } from './files.ts';

const pages = texts.filter(({ path }) => /\.md$|(^|\/)llms\.txt$/.test(path));

/** Code is no prose: what looks like a link in it is none. */
const withoutBlocks = (text: string) => text.replace(/^```.*?^```/gms, '');
const prose = (text: string) => withoutBlocks(text).replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, '.'));

/** Links that lead nowhere, pages that no list has, groups that differ, and files that a page names and nobody has. */
export function checkLinks(): readonly string[] {
  return [...pages.flatMap(({ path, text }) => brokenIn(path, text)), ...unlisted(), ...groups(), ...unknownFiles()];
}

function brokenIn(path: string, text: string): readonly string[] {
  return [...prose(text).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [to = '', anchor] = target.split('#');
      const file = to ? normalize(join(dirname(path), to)) : path;
      return !existsSync(file) || (anchor && file.endsWith('.md') && !anchorsIn(file).has(anchor));
    })
    .map((target) => `${path}: ${target} leads nowhere`);
}

const known = new Map<string, ReadonlySet<string>>();

/** Anchors as GitHub makes them of headings: https://docs.github.com/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#section-links */
function anchorsIn(path: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const headings = known.has(path) ? [] : withoutBlocks(readFileSync(path, 'utf8')).matchAll(/^#+ (.*)$/gm);
  for (const [, heading = ''] of headings) {
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
  if (!known.has(path)) known.set(path, anchors);
  return known.get(path) ?? anchors;
}

function unlisted(): readonly string[] {
  const lists = ['docs/README.md', 'llms.txt', 'docs/architecture/README.md'];
  return lists.flatMap((list) => {
    const folder = list === 'llms.txt' ? 'docs' : dirname(list);
    const text = readFileSync(list, 'utf8');
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .filter((name) => !new RegExp(`\\((docs/)?${name.replace('.', '\\.')}[)#]`).test(text))
      .map((name) => `${list}: does not list ${folder}/${name}`);
  });
}

/** Longer groups are not read to their end. */
const mostPages = 10;

/** Readers and programs find the same pages under the same headings. */
function groups(): readonly string[] {
  const [contents, forPrograms] = ['docs/README.md', 'llms.txt'].map(
    (list) =>
      new Map(
        readFileSync(list, 'utf8')
          .split('\n## ')
          .slice(1)
          .map((group) => {
            const links = group.matchAll(/^(?:- |\| )\[[^\]]+\]\((?:docs\/)?([\w-]+\.md)\)/gm);
            return [group.split('\n', 1)[0] ?? '', Array.from(links, ([, page]) => page)] as const;
          }),
      ),
  );
  return [...(contents ?? [])].flatMap(([name, listed]) => [
    ...(listed.length > mostPages ? [`docs/README.md: "${name}" has more than ${mostPages} pages`] : []),
    ...(listed.join() === forPrograms?.get(name)?.join() ? [] : [`llms.txt: "${name}" is not as in docs/README.md`]),
  ]);
}

/** `geo-clock` is an element that is to be made. */
function unknownFiles(): readonly string[] {
  return pages.flatMap(({ path: page, text }) =>
    [...withoutBlocks(text).matchAll(/`((?:src|test|docs|demo|scripts|bench|deploy)\/[\w/.-]*\.\w+)`/g)]
      .map(([, path = '']) => path)
      // The page about frameworks names files of its readers' apps.
      .filter((path) => !path.includes('geo-clock') && page !== 'docs/frameworks.md' && !existsSync(path))
      .map((path) => `${page}: there is no ${path}`),
  );
}
