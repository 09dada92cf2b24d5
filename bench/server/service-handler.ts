/** The service as it is, without a server around it, that knows the key of the run. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { openGeoData } from '../../src/service/geo/geo-data.ts';
import { MemoryRateLimiter } from '../../src/service/limits/memory-rate-limiter.ts';
import { createMetrics } from '../../src/service/metrics.ts';
import { createService } from '../../src/service/service.ts';
import { hashApiKey } from '../../src/service/store/api-key.ts';
import { openEmbeddedStore } from '../../src/service/store/embedded-store.ts';

export const path = '/beta/api/get-visitor-data';

const directory = mkdtempSync(join(tmpdir(), 'geolet-bench-'));
const store = await openEmbeddedStore(directory);
const { id } = await store.issueKey(await store.createAccount('bench'), { scopes: ['read'] });
const client = createClient({ url: `file:${join(directory, 'service.db')}` });
await client.execute('UPDATE keys SET hash = ? WHERE id = ?', [hashApiKey(process.env['KEY'] ?? ''), id]);
client.close();
// The same file: a bundle does not find it beside itself.
const geo = openGeoData({ asn: ['src/service/geo/networks.generated.mmdb'] }, directory);
const limiter = (requests = '1000000000') => new MemoryRateLimiter({ requests: Number(requests), seconds: 60 });

export const service = createService({
  geo,
  store,
  limiters: { perKey: limiter(process.env['KEY_LIMIT']), failedKeys: limiter(process.env['FAILED_KEY_LIMIT']) },
  trustedProxies: [],
  metrics: createMetrics(geo),
});
