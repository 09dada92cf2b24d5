import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Program } from './suite.ts';

/** Bundles go beside the packages of this folder, so that they find them. */
const cache = fileURLToPath(new URL('.cache', import.meta.url));

export interface Usage {
  readonly cpuSeconds: number;
  readonly memory: NodeJS.MemoryUsage;
}

export interface Running {
  readonly url: URL;
  /** The resources that the process has used since its start. `memory` collects garbage before. */
  usage(after?: 'memory'): Promise<Usage>;
  stop(): void;
}

/** Starts a program and waits for the line with its URL. */
export async function startProgram(program: Program, upstream: URL | undefined): Promise<Running> {
  const child = fork(
    program.unbundled ? resolve(program.file) : await bundle(program.file),
    [...(program.arguments ?? [])],
    {
      execArgv: [
        '--expose-gc',
        ...(program.unbundled ? ['--import', 'tsx'] : []),
        '--import',
        await bundle('bench/server/meter.ts'),
      ],
      env: { ...process.env, PORT: '0', ...(upstream && { UPSTREAM_URL: upstream.href }), ...program.environment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const url = await firstUrl(child, program.name);
  const usage = async (after?: 'memory'): Promise<Usage> => {
    child.send(after ?? 'cpu');
    const [usage]: unknown[] = await once(child, 'message');
    return usage as Usage;
  };
  return { url, usage, stop: () => void child.kill('SIGKILL') };
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
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return resolve(cache, `${name}.mjs`);
}
