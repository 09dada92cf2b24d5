import { vi } from 'vitest';

/** What browsers make of pages that Workers write, word for word, of pages that the proxy writes on Node. */
vi.mock('./start-worker.ts', () => import('../unit/pages/node-worker.ts'));

await import('./payloads.test.ts');
await import('./edge-in-browser.test.ts');
await import('./markup.test.ts');
