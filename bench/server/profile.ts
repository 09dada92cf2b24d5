import type { Profiler } from 'node:inspector';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Where a program's time went, from V8's sampling profiler. */
export interface Profiled {
  readonly program: string;
  readonly comparison: string;
  readonly profile: Profiler.Profile;
}

/** Shares of the busy time, the largest first. */
interface Share {
  readonly name: string;
  readonly self: number;
  /** With everything that it called. */
  readonly total: number;
}

const most = 25;

/** Tables of the files and functions that the time is spent in. Time in which the program only waited is left out. */
export function profileLines({ program, comparison, profile }: Profiled): string[] {
  const sourceOf = createSourceFinder();
  const byFile = sharesOf(profile, (frame) =>
    frame.functionName.startsWith('(') ? frame.functionName : sourceOf(frame),
  );
  const byFunction = sharesOf(profile, (frame) => `${frame.functionName || '(anonymous)'} (${sourceOf(frame)})`);
  const table = (head: string, shares: readonly Share[]) => [
    '',
    `| ${head} | itself | with what it calls |`,
    '| --- | --- | --- |',
    ...shares.slice(0, most).map(({ name, self, total }) => `| ${name} | ${percent(self)} | ${percent(total)} |`),
  ];
  return ['', `${comparison}, ${program}`, ...table('file', byFile), ...table('function', byFunction)];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function sharesOf(
  { nodes, samples = [] }: Profiler.Profile,
  nameOf: (frame: Profiler.ProfileNode['callFrame']) => string,
) {
  const hits = new Map<number, number>();
  for (const id of samples) hits.set(id, (hits.get(id) ?? 0) + 1);
  const named = nodes.map((node) => ({ ...node, name: nameOf(node.callFrame) }));
  const byId = new Map(named.map((node) => [node.id, node]));
  const self = new Map<string, number>();
  const total = new Map<string, number>();
  let busy = 0;
  /** Each name once for a sample, however often it stands in its stack. */
  const walk = (id: number, above: ReadonlySet<string>): void => {
    const node = byId.get(id);
    if (node === undefined || node.callFrame.functionName === '(idle)') return;
    const names = new Set(above).add(node.name);
    const count = hits.get(id) ?? 0;
    busy += count;
    self.set(node.name, (self.get(node.name) ?? 0) + count);
    for (const name of names) total.set(name, (total.get(name) ?? 0) + count);
    for (const child of node.children ?? []) walk(child, names);
  };
  if (nodes[0] !== undefined) walk(nodes[0].id, new Set());
  return [...total]
    .map(([name, count]): Share => ({ name, self: (self.get(name) ?? 0) / busy, total: count / busy }))
    .toSorted((one, other) => other.self - one.self);
}

/** A file of `src` by the bundle's source map, a package, or a part of Node. */
function createSourceFinder(): (frame: Profiler.ProfileNode['callFrame']) => string {
  const maps = new Map<string, SourceMap | undefined>();
  return ({ url, lineNumber, columnNumber }) => {
    if (url === '') return 'V8';
    if (!url.startsWith('file:')) return url;
    if (!maps.has(url)) maps.set(url, readMap(`${fileURLToPath(url)}.map`));
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
    const source = entry !== undefined && 'originalSource' in entry ? entry.originalSource : url;
    return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? source.replace(/^.*\/(src|bench)\//, '$1/');
  };
}

function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
