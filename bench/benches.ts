import type { Task } from '../scripts/task.ts';

interface Option {
  readonly type: 'string' | 'boolean';
  readonly default?: string | boolean;
  readonly about: string;
}

/** Something that is measured, with a command of its own and options behind `--`. */
export interface Bench extends Task {
  readonly command: string;
  readonly options: Readonly<Record<string, Option>>;
}

const check = { type: 'boolean', default: false, about: 'ends with 1 where a figure misses its goal' } as const;

export const benches = {
  page: {
    command: 'npm run bench',
    about: 'The widget in a page, beside other ways (bench/README.md).',
    file: 'bench/page/run.ts',
    builds: true,
    packages: 'bench/page',
    options: {
      part: {
        type: 'string',
        default: 'sizes,contents,frames,repeat,first,phone,header,rewriting,rules,tasks',
        about: 'what is measured',
      },
      engines: { type: 'string', default: 'chromium,firefox,webkit', about: 'where first frames are looked at' },
      loads: { type: 'string', default: '200', about: 'of each page, for frames and repeat' },
      visits: { type: 'string', default: '5', about: 'of each way, for first, phone and header' },
      rounds: { type: 'string', default: '5', about: 'of rewriting, rules and tasks' },
      nodes: { type: 'string', default: '1000,10000,50000', about: 'bound nodes on pages for rewriting' },
      before: { type: 'string', about: 'a commit whose widget is measured beside' },
      check,
    },
  },
  server: {
    command: 'npm run bench:server',
    about: 'Proxy and service (bench/server/README.md).',
    file: 'bench/server/run.ts',
    packages: 'bench/server',
    options: {
      suite: { type: 'string', about: 'proxy, service, serve, stores, pages or wordpress; all by default' },
      comparison: { type: 'string', about: 'one row of a suite, by its name' },
      rounds: { type: 'string', default: '5', about: 'in which all programs take turns' },
      requests: { type: 'string', default: '10000', about: 'to each program in each round' },
      'warm-up': { type: 'string', default: '20000', about: 'requests that are not counted' },
      profile: { type: 'boolean', default: false, about: 'prints where the time goes, and keeps the profiles' },
      soak: { type: 'boolean', default: false, about: 'memory over many minutes, in place of the suites' },
      minutes: { type: 'string', default: '10', about: 'of each soak' },
      repeats: { type: 'string', default: '3', about: 'of the soak' },
      check,
    },
  },
  workers: {
    command: 'npm run bench:workers',
    about: 'Pages that are written on workerd (bench/README.md).',
    file: 'bench/workers/run.ts',
    packages: 'test/workers',
    options: { rounds: { type: 'string', default: '5', about: 'of each way' }, check },
  },
  packages: {
    command: 'npm run bench:packages',
    about: 'What a server installs and how it starts, and what an app gets (bench/results/packages.md).',
    file: 'bench/packages/run.ts',
    packages: 'test/package',
    options: {},
  },
} as const satisfies Readonly<Record<string, Bench>>;
