import { parentPort, workerData } from 'node:worker_threads';
import type { CheckTask } from './check-thread.ts';
import { createPageCheck } from './page-check.ts';

/** The thread of one check. Whoever started it ends it. */
const { site, origin, paths } = workerData as CheckTask;
const check = createPageCheck(site, (page) => parentPort?.postMessage(page));
await check({ origin, paths, signal: new AbortController().signal });
