import { startService } from '../../support/service.ts';

/** One service for all workers; each test has a proxy and a site of its own. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { url, key, stop } = await startService();
  process.env.GEOLET_TEST_UPSTREAM = url;
  process.env.GEOLET_TEST_KEY = key;
  return stop;
}
