/**
 * `npm run bench:packages`: how much a server installs for each program, how soon and in how much memory the installed
 * program answers, and what the package adds to the first load of an app.
 */
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlers, measureFirstLoad } from '../../test/package/first-load.ts';
import { median } from '../median.ts';

/** What `npm pack` is asked for to get each package. */
const packArguments = { geolet: [], '@geolet/service': ['-w', 'src/service'] } as const;

interface Program {
  readonly name: string;
  readonly packages: readonly (keyof typeof packArguments)[];
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const service = 'node_modules/@geolet/service/lib/service/command-line/main.js';
const geolet = 'node_modules/geolet/lib/command-line/main.js';
const withoutGeoData = { GEO_CITY_DB: 'none', GEO_ASN_DB: 'none' };
// A copy of the data that is just installed would be asked for on the network otherwise.
const serve = { PORT: '0', GEOLET_UPDATE: 'off' };
const programs: readonly Program[] = [
  {
    name: 'service',
    packages: ['@geolet/service'],
    args: [service, 'start', '--port', '0'],
    environment: {},
  },
  {
    name: 'service, without geo data',
    packages: ['@geolet/service'],
    args: [service, 'start', '--port', '0'],
    environment: withoutGeoData,
  },
  {
    name: 'proxy',
    packages: ['geolet'],
    args: [geolet, 'proxy'],
    environment: { PORT: '0', GEOLET_KEY: 'key', GEOLET_UPSTREAM: 'https://geo.example' },
  },
  { name: 'serve', packages: ['geolet', '@geolet/service'], args: [geolet, 'serve'], environment: serve },
  {
    name: 'serve, without geo data',
    packages: ['geolet', '@geolet/service'],
    args: [geolet, 'serve'],
    environment: { ...serve, ...withoutGeoData },
  },
];

const commandOptions: ExecFileSyncOptionsWithStringEncoding = {
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
};
const runs = 5;
const folders = new Map<string, string>();
const lines = [
  '| installed from its package | MB on disk | ms until it answers | CPU ms until then | MB of memory then |',
  '|---|---|---|---|---|',
];
for (const program of programs) {
  const folder = install(program.packages);
  const starts: Start[] = [];
  for (let run = 0; run < runs; run++) starts.push(await start(folder, program));
  const of = (what: keyof Start) => Math.round(median(starts.map((start) => start[what])));
  lines.push(
    `| ${program.name} | ${megabytes(folder, program)} | ${of('milliseconds')} | ${of('cpuMilliseconds')} | ${of('megabytes')} |`,
  );
}
lines.push(
  '',
  'What an app gets at first, bytes with brotli 11, beside an app that already loads a part of itself later:',
  '',
  '| bundler | core, `<geo-currency>` and `<geo-if>` | `geolet.js` through the same bundler |',
  '|---|---|---|',
);
const bundles = mkdtempSync(join(tmpdir(), 'geolet-bench-'));
folders.set('bundles', bundles);
const consumers = ['install', '--loglevel=error', '--prefix', 'test/package', '--no-save', '--no-package-lock'];
execFileSync('npm', [...consumers, join(bundles, pack('geolet', bundles))], commandOptions);
for (const bundler of bundlers) {
  const { package: bytes, script } = measureFirstLoad(bundler, bundles);
  lines.push(`| ${bundler} | ${bytes} | ${script} |`);
}
for (const folder of folders.values()) rmSync(folder, { recursive: true });
const report = `# What the packages cost\n\n\`npm run bench:packages\`, medians of ${runs} starts on Node ${process.version}.\n\n${lines.join('\n')}\n`;
writeFileSync('bench/results/packages.md', report);
console.log(report);

/** As on a server: the packed packages in an empty folder. */
function install(packages: Program['packages']): string {
  const name = packages.join(' ');
  const made = folders.get(name);
  if (made !== undefined) return made;
  const folder = mkdtempSync(join(tmpdir(), 'geolet-bench-'));
  folders.set(name, folder);
  const tarballs = packages.map((name) => pack(name, folder));
  execFileSync('npm', ['install', '--loglevel=error', ...tarballs], { ...commandOptions, cwd: folder });
  return folder;
}

/** @returns the packed file, as a path from `folder`. */
function pack(name: Program['packages'][number], folder: string): string {
  const args = ['pack', '--loglevel=error', ...packArguments[name], '--pack-destination', folder];
  return `./${execFileSync('npm', args, commandOptions).trim().split('\n').at(-1)}`;
}

function megabytes(folder: string, { environment }: Program): number {
  const sizeOf = (path: string) =>
    existsSync(path)
      ? Number(execFileSync('du', ['--summarize', '--bytes', path], { encoding: 'utf8' }).split('\t')[0])
      : 0;
  const modules = join(folder, 'node_modules');
  const geoData = ['@ip-location-db', '@geolet/service/lib/service/geo/networks.generated.mmdb'];
  const left = environment['GEO_CITY_DB'] === 'none' ? geoData : [];
  const data = left.map((path) => sizeOf(join(modules, path))).reduce((sum, bytes) => sum + bytes, 0);
  return Math.round((sizeOf(modules) - data) / 1e6);
}

interface Start {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly megabytes: number;
}

async function start(folder: string, { args, environment }: Program): Promise<Start> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const from = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: data, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Its address is the first that it says, once it listens.
  await once(child.stdout, 'data');
  const milliseconds = performance.now() - from;
  // Clock ticks of 10 ms, behind the name in parentheses. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  child.kill('SIGKILL');
  await once(child, 'exit');
  return {
    milliseconds,
    cpuMilliseconds: (Number(fields[11]) + Number(fields[12])) * 10,
    megabytes: (Number(resident) * 1024) / 1e6,
  };
}
