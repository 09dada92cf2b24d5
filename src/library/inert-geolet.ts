import type { Geolet } from '../widget/api/api.ts';
import { version } from './version.ts';

/** The Geolet on a server, where there is no page: it knows nothing and does nothing. */
export const inertGeolet: Geolet = {
  version,
  ready: Promise.resolve(undefined),
  visitor: undefined,
  optOut: false,
  matches: () => undefined,
  override: async () => false,
  reset() {},
  refresh: async () => {},
  price: async () => undefined,
  scan() {},
  consent() {},
  explain: async () => undefined,
  inspect: async () => undefined,
  destroy() {},
};
