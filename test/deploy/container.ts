import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import type { ComposeService } from './compose.ts';
import type { Image } from './image.ts';
import { endWithAll, firstProcess, type Outcome } from './machine.ts';
import { Root } from './root.ts';

/**
 * What was said in a container file and a compose file, running: its own processes, files and rights, in the network of
 * the tests.
 */
export class Container {
  readonly #root: Root;
  readonly #image: Image;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #nspawn: ChildProcess;
  readonly #said: string[] = [];
  readonly ended: Promise<unknown[]>;

  /** @param volumes folders that outlive containers, by name. @param environment besides what both files say. */
  constructor(
    image: Image,
    service: ComposeService,
    volumes: string,
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.#image = image;
    this.#root = new Root(image.layers);
    this.#environment = { ...image.environment, HOME: '/home/node', ...service.environment, ...environment };
    const args = [
      '--quiet',
      '--register=no',
      '--keep-unit',
      '--resolv-conf=off',
      '--link-journal=no',
      '--timezone=off',
      `--directory=${this.#root.path}`,
      `--user=${image.user}`,
      `--chdir=${image.folder}`,
      ...(service.read_only ? ['--read-only'] : []),
      ...(service.cap_drop?.includes('ALL') ? ['--drop-capability=all'] : []),
      ...(service.security_opt?.includes('no-new-privileges:true') ? ['--no-new-privileges=yes'] : []),
      ...(service.tmpfs ?? []).map((path) => `--tmpfs=${path}`),
      ...(service.volumes ?? []).map((volume) => this.#mount(volume, volumes)),
      ...Object.entries(this.#environment).map(([name, value]) => `--setenv=${name}=${value}`),
    ];
    // A container engine puts nothing at /tmp, and under `read_only` it can't be written.
    const env = { ...process.env, SYSTEMD_NSPAWN_TMPFS_TMP: '0' };
    this.#nspawn = spawn('systemd-nspawn', [...args, ...image.command], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const output of [this.#nspawn.stdout, this.#nspawn.stderr])
      output?.on('data', (text) => this.#said.push(String(text)));
    this.ended = once(this.#nspawn, 'exit');
  }

  get said(): string {
    return this.#said.join('');
  }

  get isRunning(): boolean {
    return this.#nspawn.exitCode === null && this.#nspawn.signalCode === null;
  }

  /** As `exec` of a container engine: with its user, its settings and its files. */
  run(command: readonly string[]): Promise<Outcome> {
    const { uid, gid } = this.#user;
    const as = [
      'nsenter',
      '--target',
      String(this.#leader),
      '--all',
      '--setuid',
      uid,
      '--setgid',
      gid,
      `--wdns=${this.#image.folder}`,
      'setsid',
      '--wait',
    ];
    const [program = '', ...args] = [...as, ...command];
    return new Promise((resolve) => {
      const child = execFile(program, args, { env: { ...this.#environment } }, (_error, output, errors) =>
        resolve({ status: child.exitCode, output, errors }),
      );
    });
  }

  /** Runs what its health check says. */
  async isHealthy(): Promise<boolean> {
    return this.isRunning && this.#leader > 0 && (await this.run(this.#image.healthCheck)).status === 0;
  }

  /** Sends a signal to its first process, as `stop` of a container engine does. */
  kill(signal: NodeJS.Signals): void {
    process.kill(this.#leader, signal);
  }

  async remove(): Promise<void> {
    await endWithAll(this.#nspawn);
    this.#root.remove();
  }

  get #leader(): number {
    return firstProcess(this.#nspawn);
  }

  get #user(): { readonly uid: string; readonly gid: string } {
    const [, , uid = '', gid = ''] =
      readFileSync(this.#root.at('/etc/passwd'), 'utf8')
        .split('\n')
        .find((line) => line.startsWith(`${this.#image.user}:`))
        ?.split(':') ?? [];
    return { uid, gid };
  }

  /** A new volume has the owner of what the image has in its place. */
  #mount(volume: string, volumes: string): string {
    const [name = '', path = ''] = volume.split(':');
    const folder = `${volumes}/${name}`;
    if (!existsSync(folder)) {
      mkdirSync(folder);
      const { uid, gid } = statSync(this.#root.at(path));
      chownSync(folder, uid, gid);
    }
    return `--bind=${folder}:${path}`;
  }
}
