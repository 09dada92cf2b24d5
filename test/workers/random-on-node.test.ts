import { vi } from 'vitest';
vi.mock('./start-worker.ts', () => import('../unit/proxy/pages/node-worker.ts'));
await import('./random-pages.test.ts');
