import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sources, withoutComments } from './files.ts';

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
    ['src/record/', 'src/rules/', 'src/widget/api/core.ts', 'src/widget/dom/', 'src/widget/report.ts'],
  ],
  ['src/widget/bindings/', ['src/record/', 'src/rules/', 'src/widget/dom/', 'src/widget/report.ts']],
  // What explain() says of a code is what the documentation says.
  ['src/owner/explain/error-words.built.ts', ['docs/errors.md']],
  // It says where the site is.
  ['src/widget/boot/errors-page.built.ts', ['package.json']],
  // It knows the owners' files by name only.
  ['src/widget/boot/lazy-file-entries.ts', ['src/widget/', 'src/owner/']],
  ['src/widget/', ['src/record/', 'src/rules/']],
  ['src/owner/advice/', ['src/record/', 'src/rules/']],
  ['src/owner/', ['src/record/', 'src/rules/', 'src/widget/']],
  ['src/library/', ['src/record/', 'src/rules/', 'src/widget/', 'src/owner/preview/preview.ts']],
  ['src/frameworks/', ['src/rules/', 'src/widget/']],
  ['src/testing/', ['src/record/', 'src/rules/', 'src/widget/', 'src/owner/preview/preview-words.ts', 'src/library/']],
  ['src/http/', ['src/record/']],
  // The program also serves the check for owners.
  ['src/adapters/', ['src/record/', 'src/rules/', 'src/http/', 'src/proxy/', 'src/pages/', 'src/doctor/']],
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
      'src/adapters/',
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
  // In a preview, the control makes room for banners that come late, on pages without bindings, too.
  [
    /\bMutationObserver\(/,
    /^src\/(owner\/preview\/above-foot\.ts$|widget\/(bindings\/|elements\/(geo-optout|conditional\/conditional-element|currency\/(geo-currency|reached-slot))\.ts$|money\/(offers|page-prices)\.ts$))/,
  ],
  // Markup shadows names of documents: `native(document)` reads past that. What is pasted into the head has nothing before it but the owner's own head.
  [
    /(?<!`)\bdocument\.[a-z]|\} = document\b/,
    /^src\/(?!widget\/|owner\/|library\/|frameworks\/)|^src\/widget\/boot\/(ask|header|snippet)\.ts$/,
  ],
  [/from 'node:/, /^src\/(http\/|service\/|adapters\/node|proxy\/node|pages\/node\/|doctor\/|command-line\/)/],
];

/** Imports that leave code behind; a type alone makes no arrow at run time, but it is an arrow in the reader's head. */
const importsOf = new Map(
  sources.map(({ path, text }) => [
    path,
    [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier = '']) =>
      relative('.', join(dirname(path), specifier)).replaceAll('\\', '/'),
    ),
  ]),
);

/** Files that import what is not below them, or touch what is not their own to touch. */
export function checkArrows(): readonly string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  return [
    ...sources.flatMap(({ path }) => upward(path)),
    ...circles(),
    ...sources.flatMap(({ path, text }) =>
      reserved
        .filter(([pattern, only]) => pattern.test(text) && !only.test(path))
        .map(([pattern]) => `${path}: touches what only other files may: ${String(pattern)}`),
    ),
    ...sources
      .filter(({ path, text }) => /^src\/(rules|record|owner\/advice)\//.test(path) && touchesTheWorld(text))
      .map(({ path }) => `${path}: has a clock, a DOM or Node; the facts have what it needs`),
    ...sources
      .filter(
        ({ path, text }) =>
          path.startsWith('src/pages/stream/') && /\bgeo|geolet|from '(?!\.|htmlparser2')/i.test(text),
      )
      .map(({ path }) => `${path}: knows Geolet or a package; the rewriter could be a package by itself`),
    ...Object.keys(dependencies)
      .filter((name) => !/^(lit|@lit\/reactive-element|idb-keyval)$/.test(name))
      .map((name) => `package.json: depends on ${name}; the widget has lit and idb-keyval alone`),
  ];
}

function upward(path: string): readonly string[] {
  const [room = '?', mayImport = []] = rooms.find(([start]) => path.startsWith(start)) ?? [];
  return (importsOf.get(path) ?? [])
    .filter((target) => ![room, ...mayImport].some((allowed) => target.startsWith(allowed)))
    .map((target) => `${path}: imports ${target}, which is not below ${room}`);
}

function circles(): readonly string[] {
  const done = new Set<string>();
  const circleFrom = (path: string, way: readonly string[]): readonly string[] => {
    if (way.includes(path)) return [`${[...way.slice(way.indexOf(path)), path].join(' → ')}: import each other`];
    if (done.has(path)) return [];
    const found = (importsOf.get(path) ?? []).flatMap((target) => circleFrom(target, [...way, path]));
    done.add(path);
    return found;
  };
  return sources.flatMap(({ path }) => circleFrom(path, []));
}

function touchesTheWorld(text: string): boolean {
  const code = withoutComments(text).replace(/'[^'\n]*'/g, "''");
  return /\b(document|window|navigator|Date\.now|new Date\(\)|process)\b/.test(code);
}
