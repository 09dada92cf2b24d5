import { expect } from 'vitest';
import type { StartedService } from '../unit/service/command-line-process.ts';
import { read, untilStatus } from './copies.ts';

interface Fault {
  readonly copy: StartedService;
  readonly key: string;
  begin(): unknown;
  end(): unknown;
  /** What cannot be used, as the log names it. */
  readonly name: string;
  /** Which part of `/ready` fails. */
  readonly part: 'store' | 'limits';
}

/**
 * What holds of every fault of something that requests need: none is let in, `/ready` and `/health` say no, the log
 * says it once, with what to do, and once that it is over, and the same process goes on.
 */
export async function expectOutage({ copy, key, begin, end, name, part }: Fault): Promise<void> {
  expect((await read(copy, key)).status).toBe(200);
  expect(await readiness(copy)).toEqual([200, expect.objectContaining({ status: 'ready' })]);
  await begin();
  await untilStatus(503, () => read(copy, key));
  // The result of a check is cached for a moment.
  await expect.poll(async () => (await readiness(copy))[0], { timeout: 60_000, interval: 100 }).toBe(503);
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => read(copy, key)));
    for (const { status, headers } of answers) expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(await readiness(copy)).toEqual([503, expect.objectContaining({ status: 'not ready', [part]: 'failing' })]);
  }
  expect((await fetch(`${copy.url}/health`)).status).toBe(503);
  expect(copy.logged).toEqual([expect.stringContaining(`${name} can't be used`)]);
  expect(copy.logged[0]).toMatch(/"reason":"[^"]+.*"remedy":"[^"]+/);

  await end();
  await untilStatus(200, () => read(copy, key));
  // It is over when nothing has failed for a while.
  await expect
    .poll(async () => [(await readiness(copy))[0], copy.logged.length], { timeout: 60_000, interval: 200 })
    .toEqual([200, 2]);
  expect(copy.logged[1]).toContain(`${name} can be used again`);
  expect(copy.process.exitCode).toBeNull();
}

export async function readiness(copy: StartedService): Promise<readonly [status: number, body: unknown]> {
  const response = await fetch(`${copy.url}/ready`);
  return [response.status, await response.json()];
}
