import { visitor } from './proxy.ts';
import type { Comparison, LoadRequest, Suite } from './suite.ts';

/** The two processes that `geolet serve` stands in for. */
const floor = {
  name: 'node:http as proxy and as service, a process each',
  file: 'bench/server/floor-proxy.ts',
  countsUpstream: true,
} as const;

/** Both answer with the record of the real data, and with the address in it. */
const realVisitor = (index: number): LoadRequest => {
  const { path, headers } = visitor(index);
  return { path, headers, expected: `"IP":"${headers['x-forwarded-for']}"` };
};

const comparison = (name: string, goal: number, request: Comparison['request']): Comparison => ({
  name,
  floor,
  variants: [{ name: 'geolet serve', file: 'bench/server/serve-geolet.ts', goal }],
  request,
});

export const suite: Suite = {
  name: 'serve',
  upstream: { name: 'service', file: 'bench/server/floor-service.ts', environment: { KEY: 'key' } },
  comparisons: [
    comparison('cold: every request another visitor', 1, realVisitor),
    comparison('cached: 1,000 visitors again and again', 0.9, (index) => realVisitor(index % 1000)),
  ],
};
