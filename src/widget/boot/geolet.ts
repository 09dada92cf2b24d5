import type { Answer, Condition } from '../../rules/conditions/clause.ts';
import { answer, parseCondition, parseEntries } from '../../rules/conditions/condition.ts';
import type { Note } from '../../rules/mistake.ts';
import { createBindings } from '../bindings/bindings.ts';
import type { Core } from '../api/core.ts';
import { createApi } from '../api/create-api.ts';
import { sharedFunctions } from '../api/shared-functions.ts';
import { createLazyFiles, type FetchLazyFile } from './lazy-files.ts';
import { loadElements } from './load-elements.ts';
import { native } from '../dom/native.ts';
import { watchMediaErrors } from '../features/media-errors.ts';
import { createPageExtras } from './page-extras.ts';
import { createReport, type Reported } from '../report.ts';
import { writeRootAttributes } from './root-attributes.ts';
import type { Settings } from './settings.ts';
import { createSettingsBlock } from './settings-block.ts';
import { startPage } from './start-page.ts';
import { createOptOut } from '../visitor/opt-out.ts';
import { createVisitor } from '../visitor/shared-visitor.ts';

/** What differs between the script tag and an app that bundles Geolet. */
export interface Host {
  readonly settings: Settings;
  readonly version: string;
  /** @returns the address of a file beside `geolet.js`. Throws if there is no such place. */
  fileUrl(path: string): string;
  readonly fetchFile: FetchLazyFile;
}

/**
 * Puts the parts together: one visitor, the page's bindings, its root attributes, and the elements once the page has
 * a tag of theirs.
 *
 * @returns `start` begins to look the visitor up and to bind the page.
 */
export function createGeolet({ settings, version, fileUrl, fetchFile }: Host): {
  core: Core;
  start(): void;
} {
  const ending = new AbortController();
  const { signal } = ending;
  const reported = new Map<string, Reported>();
  const report = createReport(reported);
  const reportMistake: Note = (code, text) => report(code, text);
  const watchers = new Set<() => void>();
  const ownerSettings = createSettingsBlock(report, reportMistake);
  const optOut = createOptOut(signal);
  const files = createLazyFiles(fetchFile, () => core);
  const bindings = createBindings({ groups: () => ownerSettings().groups, report, arrived: load, follow, signal });
  const extras = createPageExtras(files, ownerSettings, () => core);
  const visitor = createVisitor({ settings, report, extras, follow, fetchRetry: () => files.once('retry'), signal });
  watchMediaErrors(visitor, files, bindings.writers, signal);
  // What the edge has written is right already. Before it is bound, it is put back as the owner wrote it.
  let isWrittenByEdge = !!native(document).querySelector('[data-geo-edge]');

  function conditionOf(condition: unknown, note?: Note): Condition {
    const { groups } = ownerSettings();
    return typeof condition === 'string'
      ? parseCondition(condition, groups, note)
      : parseEntries(Object.entries(condition ?? {}), groups, note);
  }

  function matches(condition: unknown): Answer {
    const parsed = conditionOf(condition, reportMistake);
    return visitor.facts && answer(parsed, visitor.facts);
  }

  function follow(): void {
    writeRootAttributes(signal.aborted ? undefined : visitor.status, visitor.facts);
    bindings.update(visitor.facts);
    for (const watcher of watchers) watcher();
  }

  /** Starts the files that these parts of the page need. */
  function load(...parts: readonly ParentNode[]): void {
    if (signal.aborted) return;
    for (const name of ['redirect', 'offer', 'rules', 'css'] as const)
      if (ownerSettings().block[name]) void files.once(name);
    loadElements(parts, files);
  }

  function scan(part: unknown = document): void {
    // Only nodes of this page: a frame has its own classes of nodes, and its own script tag.
    if (signal.aborted || !(part instanceof Node) || !('querySelector' in part)) return;
    if (isWrittenByEdge) {
      const restored = files.once('edge').then((page) => page?.restore());
      void restored.then(() => {
        isWrittenByEdge = false;
        scan(part);
      });
      return;
    }
    bindings.bind(part as Document);
    load(part as Document);
  }

  const core: Core = {
    conditionOf,
    ...sharedFunctions,
    geolet: createApi({ version, matches, scan, destroy: () => ending.abort() }, visitor, files, optOut),
    visitor,
    optOut,
    signal,
    report,
    reported,
    bindings,
    settings,
    block: (name) => ownerSettings().block[name],
    fileUrl,
    ...files,
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };

  return {
    core,
    start: () => startPage(core, files, isWrittenByEdge, () => load(document)),
  };
}
