import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What pages use of the proxy wherever they are served. */
const onEveryHost = ['src/proxy/hosts/', 'src/proxy/request/'].concat(
  ['log', 'options', 'proxy', 'widget-files'].map((name) => `src/proxy/${name}.ts`),
);

/** What each room may import besides itself. The first that matches a file counts. */
const rooms: ReadonlyArray<readonly [room: string, mayImport: readonly string[]]> = [
  ['src/record/', []],
  ['src/rules/', ['src/record/']],
  [
    'src/widget/elements/',
    [
      'src/record/',
      'src/rules/',
      'src/widget/api/core.ts',
      'src/widget/dom/attribute-reader.ts',
      'src/widget/dom/dom-reader.ts',
      'src/widget/dom/native.ts',
      'src/widget/dom/page-markup.ts',
      'src/widget/report.ts',
    ],
  ],
  [
    'src/widget/bindings/',
    [
      'src/record/',
      'src/rules/',
      'src/widget/dom/attribute-reader.ts',
      'src/widget/dom/native.ts',
      'src/widget/dom/opening-tag.ts',
      'src/widget/report.ts',
    ],
  ],
  // It says where the site is.
  ['src/widget/boot/errors-page.built.ts', ['package.json']],
  // It knows the owners' files by name only.
  ['src/widget/boot/lazy-file-entries.ts', ['src/widget/', 'src/owner/']],
  ['src/widget/', ['src/record/', 'src/rules/']],
  ['src/owner/advice/', ['src/record/', 'src/rules/']],
  // What explain() says of a code is what the documentation says.
  ['src/owner/explain/error-words.built.ts', ['docs/errors.md']],
  ['src/owner/', ['src/record/', 'src/rules/', 'src/widget/']],
  ['src/library/', ['src/record/', 'src/rules/', 'src/widget/', 'src/owner/preview/preview.ts']],
  ['src/frameworks/', ['src/rules/', 'src/widget/']],
  ['src/testing/', ['src/record/', 'src/rules/', 'src/widget/', 'src/owner/preview/preview-words.ts', 'src/library/']],
  ['src/http/', ['src/record/']],
  // A proxy in front of pages: what is started on a host puts the two rooms together.
  // The program also serves the check for owners.
  ['src/proxy/node/program.ts', ['src/http/', 'src/proxy/', 'src/pages/', 'src/doctor/']],
  ...['node/environment.ts', 'node/index.ts', 'workers/index.ts'].map(
    (name) => [`src/proxy/${name}`, ['src/record/', 'src/rules/', 'src/http/', 'src/proxy/', 'src/pages/']] as const,
  ),
  ['src/proxy/', ['src/record/', 'src/rules/', 'src/http/']],
  // Bytes to tags, tags to the visitor's HTML, and what stands around both: each knows those before it.
  ['src/pages/stream/', []],
  ['src/pages/render/', ['src/record/', 'src/rules/', 'src/pages/stream/']],
  [
    'src/pages/front/',
    ['src/record/', 'src/rules/', 'src/http/', ...onEveryHost, 'src/pages/stream/', 'src/pages/render/'],
  ],
  ['src/pages/workers/', [...onEveryHost, 'src/pages/front/']],
  ['src/pages/server/', ['src/record/', 'src/rules/', 'src/http/', ...onEveryHost, 'src/pages/front/']],
  ['src/pages/node/', ['src/http/', ...onEveryHost, 'src/proxy/address/', 'src/proxy/node/', 'src/pages/front/']],
  ['src/doctor/', ['src/record/', 'src/rules/', 'src/owner/advice/', 'src/http/', 'src/proxy/', 'src/pages/']],
  [
    'src/command-line/',
    [
      'src/record/',
      'src/rules/',
      'src/owner/preview/preview-words.ts',
      'src/http/',
      'src/proxy/',
      'src/pages/',
      'src/doctor/',
    ],
  ],
  ['src/service/', ['src/record/', 'src/http/']],
];

/** Packages, and the parts of the platform, that only some files may touch. */
const reserved: ReadonlyArray<readonly [pattern: RegExp, only: RegExp]> = [
  [/from '(lit|@lit)[/']/, /^src\/widget\/elements\//],
  [/from '(react|vue|svelte)[/']/, /^src\/(frameworks|library\/types)\//],
  [/from 'idb-keyval'/, /^src\/widget\/visitor\/idb-store\.ts$/],
  // One for each tree of the page. A `<geo-optout>` has one of its own: a button gets the text of the link in it. And an
  // element that the parser is in waits for what follows it, on pages without bindings, too. Structured data have no bindings, and the slot of a threshold stands in the shadow trees of elements.
  [
    /\bMutationObserver\(/,
    /^src\/widget\/(bindings\/|elements\/(geo-optout|conditional-element|reached-slot)\.ts$|money\/offers\.ts$)/,
  ],
  // Markup shadows names of documents: `native(document)` reads past that. What is pasted into the head has nothing before it but the owner's own head.
  [
    /(?<!`)\bdocument\.[a-z]|\} = document\b/,
    /^src\/(?!widget\/|owner\/|library\/|frameworks\/)|^src\/widget\/boot\/(ask|snippet)\.ts$/,
  ],
  [/from 'node:/, /^src\/(http\/|service\/|proxy\/node|pages\/node\/|doctor\/|command-line\/)/],
];

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name).replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !/node_modules|^src\/service\/lib\//.test(name));

/** Imports that leave code behind; a type alone makes no arrow at run time, but it is an arrow in the reader's head. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const specifiers = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  return specifiers.map((specifier) => relative('.', join(dirname(file), specifier)).replaceAll('\\', '/'));
}

describe('the arrows of the house', () => {
  it.each(files)('%s imports only its own room and what lies below', (file) => {
    const [room, mayImport] = rooms.find(([room]) => file.startsWith(room)) ?? [];
    const wrong = importsOf(file).filter(
      (target) => !target.startsWith(room ?? '?') && !mayImport?.some((allowed) => target.startsWith(allowed)),
    );
    expect(wrong).toEqual([]);
  });

  it('no files import each other', () => {
    const done = new Set<string>();
    const circleFrom = (file: string, path: readonly string[]): readonly string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
      if (done.has(file) || !files.includes(file)) return undefined;
      for (const target of importsOf(file)) {
        const circle = circleFrom(target, [...path, file]);
        if (circle) return circle;
      }
      done.add(file);
      return undefined;
    };
    expect(files.map((file) => circleFrom(file, [])).filter((circle) => circle !== undefined)).toEqual([]);
  });

  it.each(files)('%s touches only what is its own to touch', (file) => {
    const source = readFileSync(file, 'utf8');
    const wrong = reserved
      .filter(([pattern, only]) => pattern.test(source) && !only.test(file))
      .map(([pattern]) => String(pattern));
    expect(wrong).toEqual([]);
  });

  it('has no clock, DOM or Node in the rules', () => {
    const found = files.filter(
      (file) =>
        /^src\/(rules|record|owner\/advice)\//.test(file) &&
        /\b(document|window|navigator|Date\.now|new Date\(\)|process)\b/.test(
          withoutComments(readFileSync(file, 'utf8')),
        ),
    );
    expect(found).toEqual([]);
  });

  it('gives the widget the base class of lit and idb-keyval as its only dependencies', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(dependencies).sort()).toEqual(['@lit/reactive-element', 'idb-keyval']);
  });
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replace(/'[^'\n]*'/g, "''");
}
