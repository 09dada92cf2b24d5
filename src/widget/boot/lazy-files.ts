import type { Core } from '../api/core.ts';
import type { ConditionalKit, CoreElements } from '../elements/base/element-kit.ts';
import type { lazyFileEntries, scriptTagEntries } from './lazy-file-entries.ts';

type Entries = typeof lazyFileEntries & typeof scriptTagEntries;
type ResultOf<Start extends (...args: never[]) => unknown> = Awaited<ReturnType<Start>>;

/** What the default export of each lazy file returns, by the file's name in the build. */
export type LazyFiles = {
  [File in Exclude<keyof Entries, 'elements'>]: ResultOf<Awaited<ReturnType<Entries[File]>>['default']>;
} & {
  /** Undefined where the page's own scripts import the elements. */
  elements: CoreElements | undefined;
};

type Name = keyof LazyFiles;

/**
 * Fetches a file as a module. Rejects where the page does not allow it. Elements beyond the core ones build on the
 * kit.
 */
export type FetchLazyFile = <File extends Name>(name: File) => Promise<FetchedFile<File>>;

interface FetchedFile<File extends Name> {
  default(core: Core, kit?: ConditionalKit): LazyFiles[File] | Promise<LazyFiles[File]>;
}

/** How to get some of the files, by their names. */
export type FileSources = { readonly [File in Name]?: () => Promise<FetchedFile<File>> };

/** What a file returns when it starts, or undefined for a file that is refused. */
type Result<File extends Name> = Promise<LazyFiles[File] | undefined>;

/**
 * Fetches and starts the files that `geolet.js` needs only on some pages. A file that is refused is reported, and the
 * rest works.
 */
export interface LazyFileStarter {
  /** Starts a file each time it is called. @param kit what the file of an element builds on. */
  start<File extends Name>(name: File, kit?: ConditionalKit): Result<File>;
  /** Starts a file the first time it is called, and returns the same promise after that. */
  once<File extends Name>(name: File, kit?: ConditionalKit): Result<File>;
  /**
   * @returns a function that starts the file on its first call. It returns undefined until the file is there; then
   *   the page updates.
   */
  lazy<File extends Name>(name: File): () => LazyFiles[File] | undefined;
}

export function createLazyFiles(fetchFile: FetchLazyFile, core: () => Core): LazyFileStarter {
  const started = new Map<Name, Promise<unknown>>();

  async function start<File extends Name>(name: File, kit?: ConditionalKit): Result<File> {
    try {
      const file = await fetchFile(name);
      return await file.default(core(), kit);
    } catch (error) {
      // Without `retry`, the failed lookup itself is reported. Without `response`, no visitor misses anything.
      if (name !== 'retry' && name !== 'response') core().report('file-refused', `${name}: ${String(error)}`);
      return undefined;
    }
  }

  function once<File extends Name>(name: File, kit?: ConditionalKit): Result<File> {
    if (!started.has(name)) started.set(name, start(name, kit));
    return started.get(name) as Result<File>;
  }

  function lazy<File extends Name>(name: File): () => LazyFiles[File] | undefined {
    let value: LazyFiles[File] | undefined;
    let fetched: Promise<void> | undefined;
    return () => {
      // The file may have been started by something else, such as `geolet.price()`.
      fetched ??= once(name).then((result) => {
        value = result;
        core().visitor.reconsider();
      });
      return value;
    };
  }

  return { start, once, lazy };
}
