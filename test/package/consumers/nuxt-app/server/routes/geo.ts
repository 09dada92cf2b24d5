import { env } from 'node:process';
import { createProxy } from 'geolet/proxy';

let proxy: ReturnType<typeof createProxy> | undefined;

export default defineEventHandler((event) => {
  proxy ??= createProxy({ upstream: env.GEOLET_UPSTREAM ?? '', key: env.GEOLET_KEY, trust: 1 });
  return proxy(toWebRequest(event), { ip: getRequestIP(event) ?? '' });
});
