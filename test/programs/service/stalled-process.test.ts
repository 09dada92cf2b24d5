import { describe, expect, it } from 'vitest';
import { start } from '../../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';

describe.runIf(process.platform !== 'win32')('a process that stalls', () => {
  it('does not answer /ready, so that a balancer leaves it alone, and answers what waited once it goes on', async () => {
    const service = await start({ DATA_DIR: temporaryDirectory() });
    const ready = (milliseconds: number) =>
      fetch(`${service.url}/ready`, { signal: AbortSignal.timeout(milliseconds) }).then(({ status }) => status);
    expect(await ready(20_000)).toBe(200);

    service.process.kill('SIGSTOP');
    const waiting = ready(60_000);
    await expect(ready(2000)).rejects.toThrow('timeout');

    service.process.kill('SIGCONT');
    expect(await waiting).toBe(200);
    expect(await ready(20_000)).toBe(200);
  }, 120_000);
});
