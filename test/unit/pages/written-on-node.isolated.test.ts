import { vi } from 'vitest';

/**
 * Every test of pages that Workers write, word for word, against the proxy on Node with real servers around it. Only the
 * host differs: the one file that starts workerd gives way to one that starts the Node program.
 */
vi.mock('../../workers/start-worker.ts', () => import('./node-worker.ts'));

await import('../../workers/edge.test.ts');
await import('../../workers/pieces.test.ts');
await import('../../workers/offers.test.ts');
await import('../../workers/link.test.ts');
