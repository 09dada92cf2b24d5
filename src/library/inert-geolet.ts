import type { Geolet } from '../widget/api.ts';
import { version } from './version.ts';

/** Stands in on a server, where there is no page: nothing is known, and nothing happens. */
export const inertGeolet: Geolet = {
  version,
  ready: Promise.resolve(undefined),
  visitor: undefined,
  matches: () => undefined,
  override: async () => false,
  reset() {},
  refresh: async () => {},
  scan() {},
  consent() {},
  explain: async () => undefined,
  inspect: async () => undefined,
  destroy() {},
};
