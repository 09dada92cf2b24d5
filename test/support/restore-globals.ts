import { afterAll, vi } from 'vitest';

// Files of tests share one world where they are not isolated: what one has replaced must not meet the next.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
