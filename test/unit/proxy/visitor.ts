import { type ProxyOptions, createProxy } from '../../../src/proxy/proxy.ts';
import { key, startUpstream } from './upstream-server.ts';

/** In Lyon, and public. */
export const lyon = '212.27.48.10';

export function visit(headers: HeadersInit = {}, init: RequestInit & { path?: string } = {}): Request {
  return new Request(`https://shop.example${init.path ?? '/geo'}`, { ...init, headers });
}

/** A proxy in front of a real upstream, without a limit and with patience for a busy machine unless the test says otherwise; log lines are kept. */
export async function startProxy(options: Partial<ProxyOptions> = {}) {
  const upstream = await startUpstream();
  const lines: string[] = [];
  const proxy = createProxy({
    upstream: upstream.url,
    key,
    limit: 0,
    timeoutMs: 20_000,
    log: (line) => lines.push(line),
    ...options,
  });
  return { proxy, upstream, lines };
}
