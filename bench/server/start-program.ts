import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Profiler } from 'node:inspector';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Program } from './suite.ts';

/** Bundles go beside the packages of this folder, so that they find them. */
const cache = fileURLToPath(new URL('.cache', import.meta.url));

export interface Usage {
  readonly cpuSeconds: number;
  readonly memory: NodeJS.MemoryUsage;
  /** Resident memory without that of files, such as the program of Node itself. */
  readonly ownBytes: number;
}

export interface Running {
  readonly url: URL;
  /** The resources that the process has used since its start. `memory` collects garbage before. */
  usage(after?: 'memory'): Promise<Usage>;
  /** When the process was started, in the time of `performance.now`. */
  readonly startedAt: number;
  /** Begins to sample where its time goes. @returns what ends that. */
  startProfile(): Promise<() => Promise<Profiler.Profile>>;
  stop(): void;
}

/** Starts a program and waits for the line with its URL. */
export async function startProgram(program: Program, upstream: URL | undefined): Promise<Running> {
  const file = program.unbundled ? resolve(program.file) : await bundle(program.file);
  const meter = await bundle('bench/server/meter.ts');
  const startedAt = performance.now();
  const child = fork(file, [...(program.arguments ?? [])], {
    execArgv: ['--expose-gc', ...(program.unbundled ? ['--import', 'tsx'] : []), '--import', meter],
    env: { ...process.env, PORT: '0', ...(upstream && { UPSTREAM_URL: upstream.href }), ...program.environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await firstUrl(child, program.name);
  const ask = async (question: string): Promise<unknown> => {
    child.send(question);
    const [answer]: unknown[] = await once(child, 'message');
    return answer;
  };
  return {
    url,
    usage: async (after) => (await ask(after ?? 'cpu')) as Usage,
    startedAt,
    async startProfile() {
      await ask('start profile');
      return async () => (await ask('end profile')) as Profiler.Profile;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

async function firstUrl(child: ChildProcess, name: string): Promise<URL> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const found = /http:\/\/[\w.:[\]]+/.exec(output)?.[0];
    if (found === undefined) continue;
    child.stdout?.resume();
    return new URL(found);
  }
  throw new Error(`${name} ended without telling its URL: ${output}`);
}

/** As a release would run it: tsx's own code marks every function with its name, on hot paths too. */
export async function bundle(file: string): Promise<string> {
  const name = file.replaceAll(/[^\w]+/g, '-');
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: file,
      outDir: cache,
      emptyOutDir: false,
      target: 'node20',
      // For --profile, which tells the files of src.
      sourcemap: true,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return resolve(cache, `${name}.mjs`);
}
