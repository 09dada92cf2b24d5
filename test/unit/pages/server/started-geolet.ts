import type { RequestListener } from 'node:http';
import { createGeolet, type ServerOptions } from '../../../../src/pages/server/index.ts';
import { startServer } from '../../../support/start-server.ts';
import { answerRecord, key, startUpstream } from '../../proxy/upstream-server.ts';

export const html = { 'content-type': 'text/html; charset=utf-8' };
export const lyon = { countryCode: 'FR', countryName: 'France', city: 'Lyon', currencyCode: 'EUR', isEU: true };

/** Beside a service that says where everybody is. */
export async function start(options: Partial<ServerOptions> = {}, service: RequestListener = answerRecord(lyon)) {
  const upstream = await startUpstream(service);
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const pages = { budgetMs: 10_000, ...options.pages };
  const geolet = createGeolet({ upstream: upstream.url, key, trust: 1, timeoutMs: 20_000, log, ...options, pages });
  return { geolet, upstream, lines };
}

/** A server of the owner's own, with the middleware before its pages. */
export async function serve(pages: RequestListener, ...given: Parameters<typeof start>) {
  const started = await start(...given);
  const { middleware } = started.geolet;
  const url = await startServer((request, response) => middleware(request, response, () => pages(request, response)));
  return { ...started, url };
}
