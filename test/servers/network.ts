import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { visitors } from '../support/visitors.ts';

/** The owner's machine, as visitors reach it. */
export const shop = { host: 'shop.example', address: visitors.berlin, address6: '2001:638::80' } as const;

/** In France. */
export const visitor6 = '2001:660:5001::1';

/** A server of one, which visitors reach at this address, and which asks the owner's machine from there. */
export const contentDeliveryNetwork = { range: '13.107.0.0/16', address: '13.107.1.1' } as const;

/**
 * A network that only the tests see, so that visitors have public addresses and servers the ports that the documentation gives them. Nothing
 * of the machine's own network is there. What asks the shop and doesn't say from where is in Lyon.
 * https://man7.org/linux/man-pages/man7/network_namespaces.7.html
 */
function setUp(hostsFile: string): string {
  const addresses = [...Object.values(visitors).filter((address) => address !== visitors.nowhere), contentDeliveryNetwork.address];
  return [
    'ip link set lo up',
    ...addresses.map((address) => `ip address add ${address}/32 dev lo`),
    ...[shop.address6, visitor6].map((address) => `ip -6 address add ${address}/128 dev lo nodad`),
    `ip route replace table local local ${shop.address} dev lo proto kernel scope host src ${visitors.lyon}`,
    `mount --bind ${hostsFile} /etc/hosts`,
  ].join('\n');
}

/** Runs a command in a network of its own. All that it starts ends with it. @returns its exit code, or why there is no such network. */
export function runInOwnNetwork(command: readonly string[], environment: NodeJS.ProcessEnv): number | { readonly problem: string } {
  const hostsFile = join(mkdtempSync(join(tmpdir(), 'geolet-network-')), 'hosts');
  writeFileSync(hostsFile, `127.0.0.1 localhost\n::1 localhost\n${shop.address} ${shop.host}\n`);
  const inNetwork = (script: string, stdio: 'inherit' | 'pipe') =>
    spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', `${setUp(hostsFile)}\n${script}`, 'sh', ...command], { stdio, env: environment, encoding: 'utf8' });
  const trial = inNetwork('', 'pipe');
  if (trial.status !== 0) return { problem: trial.error?.message ?? trial.stderr.trim().replaceAll('\n', '; ') };
  return inNetwork('exec "$@"', 'inherit').status ?? 1;
}
