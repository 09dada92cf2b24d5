import { createNodeTransport } from 'geolet/proxy/node';
import { createGeolet } from 'geolet/server';

/** As the documentation has it. */
export const createOwnGeolet = (upstream, log) =>
  createGeolet({
    upstream,
    key: 'key',
    trust: 1,
    transport: createNodeTransport(),
    timeoutMs: 20_000,
    pages: { budgetMs: 10_000 },
    log,
  });
