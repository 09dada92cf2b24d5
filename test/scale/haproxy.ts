import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../support/loopback.ts';
import { endProcess, startProcess } from './server-process.ts';

const page = 'docs/running-at-scale.md';

/**
 * A real HAProxy with the configuration that the documentation has, in front of these copies and proxies, until the end
 * of the test.
 */
export async function startHaproxy({
  copies = [],
  proxies = [],
}: {
  readonly copies?: readonly string[];
  readonly proxies?: readonly string[];
}) {
  const [service, visitors] = [await freePort(), await freePort()];
  const ports: Record<string, number> = { ':8080': visitors, ':8090': service };
  const [unused] = [await freePort()];
  const place = (urls: readonly string[], index: number) => new URL(urls[index] ?? `http://127.0.0.1:${unused}`).host;
  const configuration = documented()
    .replaceAll(/bind \S+(:\d+)/g, (_bind, port: string) => `bind 127.0.0.1:${ports[port]}`)
    // The machine of a test may be busy with other things.
    .replaceAll(
      /timeout (.*?)(\d+)(m?s)$/gm,
      (_timeout, name: string, time: string, unit: string) => `timeout ${name}${Number(time) * 5}${unit}`,
    )
    .replaceAll(
      /server (copy|proxy)-(\d) \S+/g,
      (_server, name: string, number: string) =>
        `server ${name}-${number} ${place(name === 'copy' ? copies : proxies, Number(number) - 1)}`,
    );
  const directory = mkdtempSync(join(tmpdir(), 'geolet-haproxy-'));
  const file = join(directory, 'haproxy.cfg');
  writeFileSync(file, configuration);
  const child = await startProcess(process.env['HAPROXY_PROGRAM'] ?? '', ['-db', '-f', file], service);
  onTestFinished(async () => {
    await endProcess(child, 'SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  return { service: `http://127.0.0.1:${service}`, visitors: `http://127.0.0.1:${visitors}` };
}

/** The text between the fences, as an operator would paste it. */
function documented(): string {
  const block = /```haproxy\n([^`]+)```/.exec(readFileSync(page, 'utf8'))?.[1];
  if (block === undefined) throw new Error(`${page} has no configuration of HAProxy`);
  return block;
}
