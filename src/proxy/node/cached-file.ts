import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

export interface FileContent {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Changes whenever the body changes. With its quotes. */
  readonly etag: string;
}

/** How long the content is used before the file is checked for changes. */
const checkMs = 1000;

/** A file that changed less than this ago may not be written to its end. */
const writingMs = 1000;

/** The pause between two checks that must agree before a new file is used. A visitor waits for it. */
const settleMs = 100;

/** How long the content is used after the file has gone: a build may delete its folder and create it again. */
const goneMs = 60_000;

const maxReads = 10;

/**
 * A file that may be overwritten while the proxy runs. Each version is read once. A new version is used about a second
 * after it was written, and never half of it.
 */
export class CachedFile {
  readonly #path: string;
  #content: FileContent | undefined;
  #version: string | undefined;
  #checkedAt = -Infinity;
  #existedAt = -Infinity;
  #check: Promise<FileContent | undefined> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** @returns undefined if there is no such file. */
  read(): FileContent | undefined | Promise<FileContent | undefined> {
    if (performance.now() - this.#checkedAt < checkMs) return this.#content;
    this.#check ??= this.#readIfChanged().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  async #readIfChanged(): Promise<FileContent | undefined> {
    const file = await this.#stat();
    const time = performance.now();
    if (file !== undefined) this.#existedAt = time;
    else if (time - this.#existedAt > goneMs) this.#forget();
    if (file !== undefined && this.#isNew(file)) await this.#load(file);
    this.#checkedAt = performance.now();
    return this.#content;
  }

  #forget(): void {
    this.#content = undefined;
    this.#version = undefined;
  }

  #isNew(file: Stats): boolean {
    return this.#content === undefined || (versionOf(file) !== this.#version && !isBeingWritten(file));
  }

  /** Reads between two checks that agree. If the file never comes to rest, the content stays as it was. */
  async #load(found: Stats): Promise<void> {
    let before: Stats | undefined = found;
    for (let reads = 0; before !== undefined && reads < maxReads; reads++) {
      const body: Buffer | undefined = await readFile(this.#path).catch(() => undefined);
      if (isBeingWritten(before)) await pause(settleMs);
      const after = await this.#stat();
      if (body !== undefined && after !== undefined && versionOf(after) === versionOf(before)) {
        this.#version = versionOf(after);
        this.#content = { body: new Uint8Array(body), etag: etagOf(body) };
        return;
      }
      before = after;
    }
  }

  async #stat(): Promise<Stats | undefined> {
    const stats = await stat(this.#path).catch(() => undefined);
    return stats?.isFile() ? stats : undefined;
  }
}

function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
}

/** Includes `ctime`, which the system sets: packages give all their files the same `mtime`, and a copy may keep it. */
function versionOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function isBeingWritten({ ctimeMs }: Stats): boolean {
  return Math.abs(Date.now() - ctimeMs) < writingMs;
}
