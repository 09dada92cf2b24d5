import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../src/service/configuration.ts';
import { openService } from '../../src/service/index.ts';

/** A real service with the default data, unless set otherwise, and a store of its own, for one run of the tests. */
export async function startService(
  configuration: Partial<Configuration> = {},
): Promise<{ url: string; key: string; stop(): Promise<void> }> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'geolet-test-'));
  const service = await openService({
    dataDirectory,
    keyLimit: { requests: 1_000_000, seconds: 60 },
    ...configuration,
  });
  const account = await service.store.createAccount('tests');
  const { key } = await service.store.issueKey(account, { scopes: ['read'] });
  const { url } = await service.listen({ port: 0 });
  return {
    url,
    key,
    async stop() {
      await service.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
