import { env } from 'node:process';
import { createProxy } from 'geolet/proxy';
import type { RequestHandler } from './$types';

let proxy: ReturnType<typeof createProxy> | undefined;

export const GET: RequestHandler = ({ request, getClientAddress }) => {
  proxy ??= createProxy({ upstream: env.GEOLET_UPSTREAM ?? '', key: env.GEOLET_KEY });
  return proxy(request, { ip: getClientAddress() });
};
