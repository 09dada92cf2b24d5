import { env } from 'node:process';
import { createProxy } from 'geolet/proxy';

let proxy: ReturnType<typeof createProxy> | undefined;

export const loader = ({ request }: { request: Request }) => {
  proxy ??= createProxy({ upstream: env.GEOLET_UPSTREAM ?? '', key: env.GEOLET_KEY, trust: 1 });
  return proxy(request, { ip: '' });
};
