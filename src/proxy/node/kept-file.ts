import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

export interface FileContent {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Changes whenever the body does, quotes included. */
  readonly etag: string;
}

/** How long a file is given from memory before it is looked at again. */
const lookMs = 1000;

/** What changed less than this ago may be in the middle of being written. */
const writingMs = 1000;

/** Between two looks at a file that nobody has read before, which must be the same: so long a visitor can wait. */
const settleMs = 100;

/** A file that is gone is given for a while longer, since a build may make its folder anew. */
const goneMs = 60_000;

/**
 * A file that may be written over while the proxy runs. Its body is read once for each version: what a release brings is given
 * about a second after it was written, and never half of it.
 */
export class KeptFile {
  readonly #path: string;
  #content: FileContent | undefined;
  #version: string | undefined;
  #lookedAt = -Infinity;
  #thereAt = -Infinity;
  #look: Promise<FileContent | undefined> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** @returns undefined where there is no such file. */
  read(): FileContent | undefined | Promise<FileContent | undefined> {
    if (performance.now() - this.#lookedAt < lookMs) return this.#content;
    return (this.#look ??= this.#lookAgain().finally(() => (this.#look = undefined)));
  }

  async #lookAgain(): Promise<FileContent | undefined> {
    const file = await this.#stat();
    if (file !== undefined) this.#thereAt = performance.now();
    if (file === undefined) {
      if (performance.now() - this.#thereAt > goneMs) this.#content = this.#version = undefined;
    } else if (this.#content === undefined || (versionOf(file) !== this.#version && !isBeingWritten(file))) {
      await this.#take(file);
    }
    this.#lookedAt = performance.now();
    return this.#content;
  }

  /** Reads between two looks that see the same. One that never comes to rest is as if it were not there, or were the one before. */
  async #take(file: Stats): Promise<void> {
    for (let before: Stats | undefined = file, tries = 0; before !== undefined && tries < 10; tries++) {
      const body: Buffer | undefined = await readFile(this.#path).catch(() => undefined);
      if (isBeingWritten(before)) await pause(settleMs);
      const after = await this.#stat();
      if (body !== undefined && after !== undefined && versionOf(after) === versionOf(before)) {
        this.#version = versionOf(after);
        this.#content = {
          body: new Uint8Array(body),
          etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`,
        };
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

/** Packages have one time for all their files, and a copy may keep it; the time of the last change to the entry is the system's own. */
function versionOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function isBeingWritten({ ctimeMs }: Stats): boolean {
  return Math.abs(Date.now() - ctimeMs) < writingMs;
}
