import { expect, it } from 'vitest';
import { parseAddressRange } from '../../../src/record/address.ts';
import { peerOf } from '../../../src/service/peer-address.ts';

const balancers = ['10.0.0.0/8', '::1', '2001:db8::/32'].flatMap((text) => parseAddressRange(text) ?? []);

it.each([
  // Nobody is trusted: what the caller writes says nothing.
  ['8.8.8.8', '1.1.1.1', [], '8.8.8.8'],
  ['10.0.0.1', '1.1.1.1', [], '10.0.0.1'],
  ['::ffff:8.8.8.8', undefined, [], '8.8.8.8'],
  ['2606:4700:1:2:3:4:5:6', undefined, [], '2606:4700:1:2::/64'],
  ['fe80::1%eth0', undefined, [], 'fe80::/64'],
  [undefined, '1.1.1.1', balancers, 'unknown'],
  // A caller that is no load balancer is not believed either.
  ['8.8.8.8', '1.1.1.1', balancers, '8.8.8.8'],
  // From the right, past the load balancers.
  ['10.0.0.1', '1.1.1.1', balancers, '1.1.1.1'],
  ['10.0.0.1', '9.9.9.9, 1.1.1.1', balancers, '1.1.1.1'],
  ['10.0.0.1', '9.9.9.9, 1.1.1.1, 10.9.9.9', balancers, '1.1.1.1'],
  ['::1', '[2606:4700::1]:443', balancers, '2606:4700::/64'],
  // What can't be read ends the walk at the last address that could.
  ['10.0.0.1', '1.1.1.1, unknown', balancers, '10.0.0.1'],
  ['10.0.0.1', '1.1.1.1, 0177.0.0.1, 10.0.0.2', balancers, '10.0.0.2'],
  ['10.0.0.1', '', balancers, '10.0.0.1'],
  ['10.0.0.1', undefined, balancers, '10.0.0.1'],
] as const)('socket %s with X-Forwarded-For %s is counted as %4$s', (socket, forwarded, trusted, peer) => {
  expect(peerOf(socket, new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }), trusted)).toBe(
    peer,
  );
});
