import { expect, it } from 'vitest';
import { createRequestLimit } from '../../../src/proxy/request/request-limit.ts';
import { type Address, parseAddress } from '../../../src/record/address.ts';

function parse(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(text);
  return parsed;
}

const address = (index: number) => parse(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);

it('a flood of visitors costs bounded memory: the oldest is forgotten, the newest is not', () => {
  const limit = createRequestLimit({ limit: 1, now: () => 0, warn: () => {} });
  for (let index = 0; index < 50_001; index++) limit(address(index));
  expect(() => limit(address(50_000))).toThrow('more than 1 times');
  expect(() => limit(address(0))).not.toThrow();
});

it('a flood of addresses of one network does not make the limit forget that network', () => {
  const limit = createRequestLimit({ limit: 10, now: () => 0, warn: () => {} });
  let passed = 0;
  for (let index = 0; index < 65_536; index++) {
    const visitor = parse(`2001:4860:1:${index.toString(16)}::1`);
    try {
      limit(visitor);
      passed++;
    } catch {
      // Refused.
    }
  }
  expect(passed).toBe(160);
});

it('a window ends a minute after its first request, whoever asked since', () => {
  let time = 0;
  const limit = createRequestLimit({ limit: 2, now: () => time, warn: () => {} });
  for (const [ms, visitor] of [
    [0, 1],
    [1000, 2],
    [2000, 1],
    [60_000, 1],
  ] as const) {
    time = ms;
    limit(address(visitor));
  }
  expect(() => limit(address(1))).not.toThrow();
  expect(() => limit(address(1))).toThrow('Try again in 60 s');
});

it('windows that ended are forgotten', () => {
  let time = 0;
  const limit = createRequestLimit({ limit: 1, now: () => time, warn: () => {} });
  limit(address(1));
  time = 60_000;
  limit(address(2));
  expect(() => limit(address(1))).not.toThrow();
  expect(() => limit(address(2))).toThrow('more than 1 times');
});
