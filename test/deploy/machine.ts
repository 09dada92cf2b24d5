import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { cache, offlineNpm, tarballs } from './packages.ts';
import { Root } from './root.ts';

export interface Outcome {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** It takes some seconds, more on a busy machine. */
const bootLimitMs = 180_000;

/**
 * A machine that systemd has booted, with nothing on it but this machine's programs, a Node and the packed packages in
 * `/srv`.
 */
export class Machine {
  readonly #root = new Root();
  readonly #console: string[] = [];
  #nspawn: ChildProcess | undefined;
  #systemd = 0;

  /** @param node becomes `/usr/bin/node`. */
  async boot(node: string): Promise<void> {
    const root = this.#root;
    // Without one, systemd would take this for its first start, and enable whatever is installed.
    writeFileSync(root.at('/etc/machine-id'), `${randomUUID().replaceAll('-', '')}\n`);
    // Nothing of this machine's own starts.
    const wants = root.at('/etc/systemd/system/multi-user.target.wants');
    rmSync(wants, { recursive: true, force: true });
    mkdirSync(wants, { recursive: true });
    rmSync(root.at('/etc/systemd/system/systemd-networkd-wait-online.service'), { force: true });
    symlinkSync('/dev/null', root.at('/etc/systemd/system/systemd-networkd-wait-online.service'));
    rmSync(root.at('/usr/bin/node'), { force: true });
    cpSync(realpathSync(node), root.at('/usr/bin/node'));
    for (const tarball of tarballs()) cpSync(tarball, root.at(`/srv/${tarball.slice(tarball.lastIndexOf('/') + 1)}`));
    mkdirSync(root.at(cache), { recursive: true });

    const args = [
      '--quiet',
      '--register=no',
      '--keep-unit',
      '--link-journal=no',
      `--directory=${root.path}`,
      `--bind=${cache}`,
      '--boot',
    ];
    const nspawn = spawn('systemd-nspawn', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#nspawn = nspawn;
    for (const stream of [nspawn.stdout, nspawn.stderr]) stream.on('data', (text) => this.#console.push(String(text)));
    for (const start = performance.now(); ;) {
      if (nspawn.exitCode !== null || performance.now() - start > bootLimitMs)
        throw new Error(`No systemd came up: ${this.#console.join('')}`);
      this.#systemd = firstProcess(nspawn);
      // It is there before it can be asked; then it says when it has booted, be it well or with something missing.
      if (this.#systemd > 0 && /running|degraded/.test((await this.run('systemctl is-system-running --wait')).output))
        return;
      await pause(50);
    }
  }

  /** Runs what root types at its shell. */
  run(command: string, environment: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    // In an outermost shell whose input is a socket, bash reads the .bashrc of this machine's root: whatever that does
    // would be waited for.
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      SHLVL: '1',
      ...offlineNpm(),
      ...environment,
    };
    return new Promise((resolve) => {
      // In a session of its own, as at a terminal.
      const child = execFile(
        'nsenter',
        ['--target', String(this.#systemd), '--all', 'setsid', '--wait', 'bash', '-c', command],
        { env, maxBuffer: 2 ** 26 },
        (_error, output, errors) => resolve({ status: child.exitCode, output, errors }),
      );
    });
  }

  /** @throws unless it ends with 0. @returns what it prints. */
  async must(command: string, environment?: Readonly<Record<string, string>>): Promise<string> {
    const { status, output, errors } = await this.run(command, environment);
    if (status !== 0) throw new Error(`${command} ended with ${status}:\n${output}${errors}`);
    return output.trim();
  }

  async shutDown(): Promise<void> {
    if (this.#nspawn !== undefined) await endWithAll(this.#nspawn);
    this.#root.remove();
  }
}

/** The first process of a namespace, by its number outside. 0 while there is no such process. */
export function firstProcess({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

/** All processes end with the first of their namespace, which would outlive nspawn. */
export async function endWithAll(nspawn: ChildProcess): Promise<void> {
  if (nspawn.exitCode !== null || nspawn.signalCode !== null) return;
  const ended = once(nspawn, 'exit');
  const first = firstProcess(nspawn);
  if (first > 0) process.kill(first, 'SIGKILL');
  else nspawn.kill('SIGKILL');
  await ended;
}
