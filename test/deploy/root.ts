import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files of a machine: this machine's own, with changes above them that lie in memory and are gone at the end. */
export class Root {
  readonly #folder: string;
  /** As the machine will see it. */
  readonly path: string;
  /** What was changed, alone. */
  readonly changes: string;

  /** @param above changes of other roots, the topmost first. */
  constructor(above: readonly string[] = []) {
    this.#folder = mkdtempSync(join(tmpdir(), 'geolet-root-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', this.#folder]);
    this.path = join(this.#folder, 'root');
    this.changes = join(this.#folder, 'changes');
    const work = join(this.#folder, 'work');
    for (const folder of [this.path, this.changes, work]) mkdirSync(folder);
    execFileSync('mount', [
      '-t',
      'overlay',
      'overlay',
      '-o',
      `lowerdir=${[...above, '/'].join(':')},upperdir=${this.changes},workdir=${work}`,
      this.path,
    ]);
  }

  /** Where a path of the machine lies on ours. */
  at(path: string): string {
    return join(this.path, path);
  }

  remove(): void {
    for (const mounted of [this.path, this.#folder]) execFileSync('umount', ['--recursive', '--lazy', mounted]);
    rmdirSync(this.#folder);
  }
}
