import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { visitors } from '../support/visitors.ts';
import { searchPath } from './find-servers.ts';

/** The owner's machine, as visitors reach it. */
export const shop = { host: 'shop.example', address: visitors.berlin, address6: '2001:638::80' } as const;

/** In France. */
export const visitor6 = '2001:660:5001::1';

/** Addresses that MaxMind's test databases know. */
export const knownToMaxmind = {
  linkoping: '89.160.20.113',
  milton: '216.160.83.57',
  boxford: '2.125.160.217',
  london: '81.2.69.143',
} as const;

/** A server of one, which visitors reach at this address, and which asks the owner's machine from there. */
export const contentDeliveryNetwork = { range: '13.107.0.0/16', address: '13.107.1.1' } as const;

/**
 * A network that only the tests see, so that visitors have public addresses and servers the ports that the documentation gives them. Nothing
 * of the machine's own network is there. What asks the shop and doesn't say from where is in Lyon.
 * https://man7.org/linux/man-pages/man7/network_namespaces.7.html
 */
function setUp(hostsFile: string): string {
  const addresses = [
    ...Object.values(visitors).filter((address) => address !== visitors.nowhere),
    ...Object.values(knownToMaxmind),
    contentDeliveryNetwork.address,
  ];
  return [
    'ip link set lo up',
    ...addresses.map((address) => `ip address add ${address}/32 dev lo`),
    ...[shop.address6, visitor6].map((address) => `ip -6 address add ${address}/128 dev lo nodad`),
    `ip route replace table local local ${shop.address} dev lo proto kernel scope host src ${visitors.lyon}`,
    `mount --bind ${hostsFile} /etc/hosts`,
  ].join('\n');
}

/** A network in which commands run. All that a command starts ends with it. */
export interface OwnNetwork {
  /** @returns its exit code. */
  run(command: readonly string[], environment: NodeJS.ProcessEnv): number;
  close(): void;
}

/** @returns why not, where the system gives no such network. */
export function openNetwork(): OwnNetwork | { readonly problem: string } {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-network-'));
  const close = () => rmSync(folder, { recursive: true });
  const hostsFile = join(folder, 'hosts');
  writeFileSync(hostsFile, `127.0.0.1 localhost\n::1 localhost\n${shop.address} ${shop.host}\n`);
  const inNetwork = (
    script: string,
    command: readonly string[],
    environment: NodeJS.ProcessEnv,
    stdio: 'inherit' | 'pipe',
  ) =>
    spawnSync(
      'unshare',
      [
        '--net',
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        'sh',
        '-ec',
        `${setUp(hostsFile)}\n${script}`,
        'sh',
        ...command,
      ],
      { stdio, env: environment, encoding: 'utf8' },
    );
  const trial = inNetwork('', [], { ...process.env, PATH: searchPath }, 'pipe');
  if (trial.status === 0)
    return {
      run: (command, environment) => inNetwork('exec "$@"', command, environment, 'inherit').status ?? 1,
      close,
    };
  close();
  return {
    problem: `the system gives no network of its own, which root has on Linux (${trial.error?.message ?? trial.stderr.trim().replaceAll('\n', '; ')})`,
  };
}
