import type { createProxy } from '../src/proxy/proxy.ts';
import { demoVisitors } from './visitors.ts';

type Proxy = ReturnType<typeof createProxy>;

/** What a page gets for each of the demo's visitors, by their ids. */
export async function visitorRecords(proxy: Proxy): Promise<ReadonlyMap<string, unknown>> {
  const records = demoVisitors.map(async ({ id }) => [id, await visitorRecord(proxy, id)] as const);
  return new Map(await Promise.all(records));
}

/** @returns undefined for an id that is not in the list. */
export async function visitorRecord(proxy: Proxy, id: string): Promise<unknown> {
  const ip = demoVisitors.find((visitor) => visitor.id === id)?.address;
  return ip && (await proxy(new Request('http://demo.invalid/geo'), { ip })).json();
}
