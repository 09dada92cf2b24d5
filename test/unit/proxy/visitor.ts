import type { RequestListener } from 'node:http';
import { type ProxyOptions, createProxy } from '../../../src/proxy/proxy.ts';
import type { VisitorRequest } from '../../../src/proxy/request/visitor-request.ts';
import { key, startUpstream } from './upstream-server.ts';

/** In Lyon, and public. */
export const lyon = '212.27.48.10';

interface Visit extends RequestInit {
  readonly path?: string;
}

export function visit(headers: HeadersInit = {}, { path = '/geo', ...init }: Visit = {}): Request {
  return new Request(`https://shop.example${path}`, { ...init, headers });
}

/** A visitor's request as a host adapter may pass it: a `Request` would not have such headers. */
export function plainVisit(get: (name: string) => string | null): VisitorRequest {
  const { signal } = new AbortController();
  return { method: 'GET', url: 'https://shop.example/geo', headers: { get }, signal };
}

/**
 * A proxy in front of a real upstream, without a limit and with patience for a busy machine unless the test says
 * otherwise; log lines are kept.
 */
export async function startProxy(options: Partial<ProxyOptions> = {}, service?: RequestListener) {
  const upstream = await startUpstream(service);
  const lines: string[] = [];
  const proxy = createProxy({
    upstream: upstream.url,
    key,
    limit: 0,
    timeoutMs: 20_000,
    log: (line) => lines.push(line),
    ...options,
  });
  const ask = (headers?: HeadersInit, { ip = lyon, ...init }: Visit & { readonly ip?: string } = {}) =>
    proxy(visit(headers, init), { ip });
  return { proxy, ask, upstream, lines };
}
