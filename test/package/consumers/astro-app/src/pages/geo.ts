import { env } from 'node:process';
import type { APIRoute } from 'astro';
import { createProxy } from 'geolet/proxy';

export const prerender = false;

let proxy: ReturnType<typeof createProxy> | undefined;

export const GET: APIRoute = ({ request, clientAddress }) => {
  proxy ??= createProxy({ upstream: env.GEOLET_UPSTREAM ?? '', key: env.GEOLET_KEY, trust: 1 });
  return proxy(request, { ip: clientAddress });
};
