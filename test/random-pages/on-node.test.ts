import { vi } from 'vitest';

/** The same of pages that the proxy writes on Node. */
vi.mock('../workers/start-worker.ts', () => import('../unit/pages/node-worker.ts'));

await import('./in-workerd.test.ts');
