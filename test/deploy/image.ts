import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import {
  type Instruction,
  readCommand,
  readContainerfile,
  readIgnored,
  readPairs,
  type Stage,
} from './containerfile.ts';
import { cache } from './packages.ts';
import { Root } from './root.ts';

const debianPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** What a container file makes: files, and how they are started. */
export class Image {
  readonly root: Root;
  environment: Record<string, string> = { PATH: debianPath };
  user = 'root';
  folder = '/';
  command: readonly string[] = [];
  healthCheck: readonly string[] = [];
  readonly volumes: string[] = [];

  /**
   * @param below of the image that it starts from; without one, from this machine's files, in place of Debian's image
   * with Node.
   */
  constructor(below?: Image) {
    this.root = new Root(below?.layers);
    if (below === undefined) addNodeUser(this.root);
    else Object.assign(this, { environment: { ...below.environment }, user: below.user, folder: below.folder });
    this.layers = [this.root.changes, ...(below?.layers ?? [])];
  }

  /** Its changes and those it stands on, the topmost first. */
  readonly layers: readonly string[];
}

/** Does what a container file says. */
export class Build {
  readonly #stages: readonly Stage[];
  readonly #context: string;
  readonly #images = new Map<string, Image>();

  /** @param context the folder that is sent to a build. */
  constructor(path: string, context = '.') {
    this.#stages = readContainerfile(path);
    this.#context = context;
  }

  image(name: string): Image {
    const made = this.#images.get(name);
    if (made !== undefined) return made;
    const stage = this.#stages.find((stage) => stage.name === name);
    const isBase = stage !== undefined && !this.#stages.some(({ name }) => name === stage.from);
    const image = stage === undefined ? new Image() : new Image(this.image(isBase ? 'base' : stage.from));
    this.#images.set(name, image);
    for (const instruction of stage?.instructions ?? []) this.#do(instruction, image);
    return image;
  }

  remove(): void {
    for (const { root } of [...this.#images.values()].toReversed()) root.remove();
  }

  #do({ name, text }: Instruction, image: Image): void {
    if (name === 'ENV') Object.assign(image.environment, readPairs(text));
    else if (name === 'USER') image.user = text;
    else if (name === 'RUN') runIn(image, text);
    else if (name === 'COPY') this.#copy(text.split(' '), image);
    else if (name === 'CMD') image.command = readCommand(text);
    else if (name === 'HEALTHCHECK') image.healthCheck = readCommand(text.slice(text.indexOf('[')));
    else if (name === 'VOLUME') image.volumes.push(text);
    else if (name === 'WORKDIR') mkdirSync(image.root.at((image.folder = text)), { recursive: true });
    else if (name !== 'EXPOSE') throw new Error(`Not understood: ${name}`);
  }

  /** Folders give what is in them, files go into the folder that is named. */
  #copy(words: readonly string[], image: Image): void {
    const [, stage] = /^--from=(.*)$/.exec(words[0] ?? '') ?? [];
    const sources = words.slice(stage === undefined ? 0 : 1, -1);
    const target = image.root.at(resolve(image.folder, words.at(-1) ?? ''));
    const context = this.#context;
    const ignoring = join(context, '.dockerignore');
    const isIgnored = stage === undefined && existsSync(ignoring) ? readIgnored(ignoring) : () => false;
    // A folder that is left out may have something in it that is not.
    const filter = (source: string) => !isIgnored(relative(context, source)) || source === resolve(context);
    for (const source of sources) {
      const from = stage === undefined ? resolve(context, source) : this.image(stage).root.at(source);
      cpSync(from, statSync(from).isFile() ? join(target, basename(from)) : target, {
        recursive: true,
        filter,
        verbatimSymlinks: true,
      });
    }
  }
}

/** In the network of the process that started the tests, since packages are fetched. */
function runIn(image: Image, command: string): void {
  const settings = Object.entries({
    ...image.environment,
    HOME: '/root',
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
  }).map(([name, value]) => `--setenv=${name}=${value}`);
  const nspawn = [
    'systemd-nspawn',
    '--quiet',
    '--register=no',
    '--keep-unit',
    '--as-pid2',
    '--link-journal=no',
    '--resolv-conf=off',
    `--directory=${image.root.path}`,
    `--chdir=${image.folder}`,
    `--bind=${cache}`,
    ...settings,
    'sh',
    '-c',
    command,
  ];
  mkdirSync(image.root.at(cache), { recursive: true });
  execFileSync('nsenter', [`--net=${process.env['OUTER_NETWORK']}`, ...nspawn], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** As the image of Node has it. */
function addNodeUser(root: Root): void {
  if (/^node:/m.test(readFileSync(root.at('/etc/passwd'), 'utf8'))) return;
  appendFileSync(root.at('/etc/passwd'), 'node:x:1000:1000::/home/node:/bin/sh\n');
  appendFileSync(root.at('/etc/group'), 'node:x:1000:\n');
  mkdirSync(root.at('/home/node'), { recursive: true });
  chownSync(root.at('/home/node'), 1000, 1000);
}
