import { visitor } from './proxy.ts';
import type { Comparison, LoadRequest, Suite } from './suite.ts';

/** The two processes that `geolet serve` stands in for. */
const floor = {
  name: 'node:http as proxy and as service, a process each',
  file: 'bench/server/floor-proxy.ts',
  countsUpstream: true,
} as const;

/**
 * Visitors from all over the world, one after the other: neighbours in the address space would be in the same city, and
 * what is known of it still at hand.
 */
const worldVisitor = (index: number): LoadRequest => {
  const spread = Math.imul(index + 1, 0x9e37_79b1) >>> 0;
  // Public: between 11 and 99, without any special range.
  const address = `${11 + ((spread >>> 24) % 89)}.${(spread >>> 16) & 255}.${(spread >>> 8) & 255}.${spread & 255}`;
  const { path, headers } = visitor(index);
  return { path, headers: { ...headers, 'x-forwarded-for': address }, expected: `"IP":"${address}"` };
};

/** One process, with the same geo data in memory. It has no cache of records: it looks everything up each time. */
const peer = { name: 'Fastify with maxmind', file: 'bench/server/peer-fastify-maxmind.ts' } as const;

/** Both answer with the record of the real data, and with the address in it. */
const realVisitor = (index: number): LoadRequest => {
  const { path, headers } = visitor(index);
  return { path, headers, expected: `"IP":"${headers['x-forwarded-for']}"` };
};

const limits = { ownMegabytes: 200, firstAnswerSeconds: 1 };

const comparison = (name: string, goal: number, request: Comparison['request']): Comparison => ({
  name,
  floor,
  variants: [{ name: 'geolet serve', file: 'bench/server/serve-geolet.ts', goal }],
  request,
});

const besidePeer = (name: string, goal: number, request: Comparison['request']): Comparison => ({
  name,
  floor: peer,
  variants: [{ name: 'geolet serve', file: 'bench/server/serve-geolet.ts', goal, limits }],
  request,
  showsAnswers: true,
});

export const suite: Suite = {
  name: 'serve',
  upstream: { name: 'service', file: 'bench/server/floor-service.ts', environment: { KEY: 'key' } },
  comparisons: [
    comparison('cold: every request another visitor', 1, realVisitor),
    comparison('cached: 1,000 visitors again and again', 0.9, (index) => realVisitor(index % 1000)),
    besidePeer('cold, beside Fastify with maxmind', 0.4, worldVisitor),
    besidePeer('cached, beside Fastify with maxmind', 0.8, (index) => worldVisitor(index % 1000)),
  ],
};
