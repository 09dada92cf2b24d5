import { Worker, type WorkerOptions } from 'node:worker_threads';
import { bad } from '../finding.ts';
import { type CheckedPage, type CheckedSite, type CheckPages, type CheckRequest, mostSeconds } from './page-check.ts';

/** What the thread of a check is to do. */
export interface CheckTask extends Pick<CheckRequest, 'origin' | 'paths'> {
  readonly site: CheckedSite;
}

interface Surroundings {
  /** Ends a check that has begun now. */
  readonly limit?: () => AbortSignal;
  /** Of memory. Pages of 5 MB take less. */
  readonly megabytes?: number;
  /** The module of the thread. */
  readonly module?: URL;
}

/** Sources run as they are, and a package has them built. */
const ownModule = new URL(import.meta.url.replace(/check-thread(?=\.[jt]s)/, 'check-worker'));

/**
 * Checks pages in a thread of its own. They may be as long and as odd as their owners or a stranger make them, and the
 * visitors of this process wait for none of it.
 */
export function createCheckInThread(
  site: CheckedSite,
  { limit = () => AbortSignal.timeout(mostSeconds * 1000), megabytes = 512, module = ownModule }: Surroundings = {},
): CheckPages {
  return ({ origin, paths, signal }) =>
    new Promise((resolve, reject) => {
      const pages: CheckedPage[] = [];
      const task: CheckTask = { site, origin, paths };
      const worker = startThread(module, {
        workerData: task,
        resourceLimits: { maxOldGenerationSizeMb: megabytes },
      });
      let why = `took longer than ${mostSeconds} seconds`;
      const ends = AbortSignal.any([signal, limit()]);
      const end = () => void worker.terminate();
      ends.addEventListener('abort', end);
      worker
        .on('message', (page: CheckedPage) => pages.push(page))
        .on('error', (error) => {
          if (!('code' in error) || error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error);
          why = `needed more than ${megabytes} MB of memory`;
        })
        .on('exit', () => {
          ends.removeEventListener('abort', end);
          resolve([...pages, ...paths.slice(pages.length).map((path) => unfinished(path, why))]);
        });
    });
}

/** Sources are run by tsx, which in Node 20 reaches no thread but the first by itself. */
function startThread(module: URL, options: WorkerOptions): Worker {
  if (!module.pathname.endsWith('.ts')) return new Worker(module, options);
  const [tsx, source] = [import.meta.resolve('tsx/esm/api'), module.href].map((url) => JSON.stringify(url));
  return new Worker(`import(${tsx}).then((api) => api.register()).then(() => import(${source}))`, {
    ...options,
    eval: true,
  });
}

function unfinished(path: string, why: string): CheckedPage {
  const text = `The check ${why}, and was ended before this page was done.`;
  const fix =
    'Check this page alone, or run npx geolet doctor with its address in a terminal: it takes the time it needs.';
  return { path, findings: [bad('page', text, fix)] };
}
