/**
 * `npm run release -- --dry-run`: builds all that a release ships from the last commit, in a folder of its own, checks
 * it, starts each program once, and leaves nothing behind. `--into FOLDER` keeps what it has made there. Nothing is
 * published and no tag is made: that is for whoever reads what this prints.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';

const startLimitMs = 60_000;

const { 'dry-run': isDryRun, into } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, into: { type: 'string' } },
}).values;
if (!isDryRun && into === undefined) {
  console.error('npm run release -- --dry-run builds and checks a release; --into FOLDER keeps what it has made.');
  process.exit(2);
}
if (into !== undefined && existsSync(into) && readdirSync(into).length > 0) {
  console.error(`${into} is not empty.`);
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), 'geolet-release-'));
const [source, shipped, installed] = ['source', 'shipped', 'installed'].map((name) => join(work, name)) as [
  string,
  string,
  string,
];
try {
  await release();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function release(): Promise<void> {
  for (const folder of [source, shipped, installed]) mkdirSync(folder);
  const notes = notesOf(versionOf('package.json'));
  build();
  writeFileSync(join(shipped, 'NOTES.md'), notes);
  writeFileSync(join(shipped, 'geolet.cdx.json'), installAndList());
  checkPlugin();
  await checkPrograms();
  writeFileSync(join(shipped, 'SHA256SUMS'), checksums());
  console.log(`\n${checksums()}\n${notes}`);
  if (into === undefined) return;
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync(shipped)) copyFileSync(join(shipped, name), join(into, name));
  console.log(`All of it is in ${resolve(into)}. Publish the two packages with npm publish FILE, the service first.`);
}

/** Both packages, the plugin, the site and what containers are made from, as the last commit has them. */
function build(): void {
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  if (changed) console.error('This is the last commit, without what has changed since.');
  const archive = join(work, 'source.tar');
  run('.', 'git', 'archive', '--output', archive, 'HEAD');
  run('.', 'tar', '--extract', '--file', archive, '--directory', source);
  run(source, 'npm', 'ci', '--loglevel=error');
  const packing = ['pack', '--loglevel=error', '-w', 'src/service', '--include-workspace-root'];
  run(source, 'npm', ...packing, '--pack-destination', shipped);
  run(source, 'npm', 'run', '--silent', 'make', '--', 'wordpress');
  copyFileSync(join(source, 'geolet-wordpress.zip'), join(shipped, 'geolet-wordpress.zip'));
  run(source, 'npm', 'run', '--silent', 'build:site');
  // The same files make the same archive, whenever it is made.
  const reproducible = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  run(source, 'tar', '--create', ...reproducible, '--file', join(shipped, 'geolet-site.tar'), 'site');
  for (const name of ['Containerfile', 'compose.yaml', 'compose-serve.yaml'])
    copyFileSync(join(source, 'deploy', name), join(shipped, name));
}

/** @returns what is installed with the two packages, with the licence of each, in CycloneDX. @throws where one has none. */
function installAndList(): string {
  writeFileSync(join(installed, 'package.json'), '{ "name": "shop", "version": "1.0.0", "private": true }\n');
  const packages = readdirSync(shipped).filter((name) => name.endsWith('.tgz'));
  run(installed, 'npm', 'install', '--loglevel=error', '--omit=dev', ...packages.map((name) => join(shipped, name)));
  const list = JSON.parse(run(installed, 'npm', 'sbom', '--sbom-format=cyclonedx', '--omit=dev')) as {
    readonly components: ReadonlyArray<{ readonly name: string; licenses?: readonly object[] }>;
  };
  for (const component of list.components) {
    if (component.licenses?.length) continue;
    // npm leaves out what is no identifier of SPDX: "SEE LICENSE IN …".
    const file = readFileSync(join(installed, 'node_modules', component.name, 'package.json'), 'utf8');
    const { license } = JSON.parse(file) as { license?: string };
    if (!license) throw new Error(`No licence is known of ${component.name}.`);
    component.licenses = [{ license: { name: license } }];
  }
  console.log(`${list.components.length} packages are installed with it, each with a licence.`);
  return `${JSON.stringify(list, null, 2)}\n`;
}

function checkPlugin(): void {
  const files = unzipSync(readFileSync(join(shipped, 'geolet-wordpress.zip')));
  const main = strFromU8(files['geolet/geolet.php'] ?? new Uint8Array());
  const [, version] = /^ \* Version: +(\S+)$/m.exec(main) ?? [];
  const others = [versionOf('package.json'), versionOf('src/service/package.json')];
  if (others.some((other) => other !== version))
    throw new Error(`The plugin is ${String(version)}, the packages are ${others.join(' and ')}.`);
}

/** What containers and units run, and the site in a server of files. */
async function checkPrograms(): Promise<void> {
  const programs = join(installed, 'node_modules/.bin');
  const geolet = join(programs, 'geolet');
  await answers([geolet, 'serve'], ['/geolet-ready', '/geo', '/geolet.js', '/geolet-bindings.js']);
  const service = await started([join(programs, 'geolet-service')]);
  try {
    await expectAnswers(service.address, ['/health', '/openapi.json']);
    const environment = { GEOLET_UPSTREAM: service.address, GEOLET_KEY: 'nobody-knows-it' };
    await answers([geolet, 'proxy'], ['/geolet.js'], environment);
  } finally {
    await service.end();
  }
  await answers([geolet, 'dev', join(source, 'site')], ['/index.html', '/docs/index.html', '/playground.html']);
}

async function answers(
  command: readonly string[],
  paths: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<void> {
  const program = await started(command, more);
  try {
    await expectAnswers(program.address, paths);
  } finally {
    await program.end();
  }
}

async function expectAnswers(address: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const { status } = await fetch(new URL(path, address));
    if (status !== 200) throw new Error(`${path} of what is shipped answers ${status}.`);
  }
}

/** Starts a program on a free port of this machine. */
async function started([program = '', ...args]: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const environment = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(work, 'data'), GEOLET_UPDATE: 'off', ...more };
  const child = spawn(program, args, {
    cwd: installed,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<void>((resolveClosed) => child.once('close', () => resolveClosed()));
  const timer = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
  const end = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
    const [address] = /http:\/\/[\w.:[\]]+/.exec(String(part)) ?? [];
    if (address === undefined) continue;
    clearTimeout(timer);
    child.stdout.resume();
    console.log(`${[program.split('/').at(-1), ...args].join(' ')} answers.`);
    return { address, end };
  }
  clearTimeout(timer);
  throw new Error(`${program} ${args.join(' ')} ended before it said where it is.`);
}

/** What CHANGELOG.md says of a version. */
function notesOf(version: string): string {
  const section = readFileSync('CHANGELOG.md', 'utf8')
    .split(/^## /m)
    .find((text) => text.startsWith(`${version} `) || text.startsWith(`${version}\n`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section about ${version}.`);
  if (into !== undefined && section.includes('(not released)'))
    throw new Error(`CHANGELOG.md says that ${version} is not released: write its day there first.`);
  return section;
}

function checksums(): string {
  return readdirSync(shipped)
    .filter((name) => name !== 'SHA256SUMS')
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(shipped, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
}

function versionOf(path: string): string {
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

function run(folder: string, program: string, ...args: readonly string[]): string {
  console.log(`> ${[program, ...args].join(' ')}`);
  return execFileSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
