import { existsSync } from 'node:fs';
import { installMissingPrograms, searchPath } from '../../test/wordpress/find-programs.ts';
import { route, startWordPress } from '../../test/wordpress/start-wordpress.ts';
import { median } from '../median.ts';
import { type Answered, load } from './load.ts';
import { visitor } from './proxy.ts';
import { type Running, startProgram } from './start-program.ts';
import type { LoadRequest } from './suite.ts';

/** The same requests to the plugin's address in WordPress and to the proxy on Node, in front of the same service. */
export type MeasuredWordPress = Readonly<Record<'wordpress' | 'proxy', MeasuredHost>>;

interface MeasuredHost {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly medianMs: number;
  readonly statuses: Answered['statuses'];
  /** Answers with the record of somebody else. */
  readonly wrong: number;
}

/** Each of them comes four times in 10,000 requests, and several are there at once. */
const visitors = 2_500;

/** All that docs/proxy.md has for a GET from a page of the site. */
const documented = ['200', '429', '502', '503', '504'];

/** @returns nothing where it cannot run, and says why. */
export async function measureWordPress(requests: number): Promise<MeasuredWordPress | undefined> {
  const missing = existsSync('dist') ? installMissingPrograms() : ['what npm run build makes'];
  if (missing.length > 0) {
    console.log(`wordpress: left out, because this is missing: ${missing.join(', ')}`);
    return undefined;
  }
  process.env['PATH'] = searchPath;
  const service = await startProgram({ name: 'service', file: 'bench/server/floor-upstream.ts' }, undefined);
  try {
    return { wordpress: await loadWordPress(service, requests), proxy: await loadProxy(service, requests) };
  } finally {
    service.stop();
  }
}

async function loadWordPress(service: Running, requests: number): Promise<MeasuredHost> {
  const wordpress = await startWordPress();
  try {
    await wordpress.php(`
      update_option( 'geolet', array( 'source' => 'service', 'upstream' => '${service.url.origin}', 'trust' => 1, 'limit' => 0 ) );
      update_option( 'geolet_key', 'key', false );`);
    return await loadHost(new URL(wordpress.url), requests, (index) => ({ ...visitor(index), path: route }));
  } finally {
    await wordpress.stop();
  }
}

async function loadProxy(service: Running, requests: number): Promise<MeasuredHost> {
  const proxy = await startProgram({ name: 'Geolet', file: 'bench/server/proxy-geolet.ts' }, service.url);
  try {
    return await loadHost(proxy.url, requests, visitor);
  } finally {
    proxy.stop();
  }
}

async function loadHost(url: URL, requests: number, request: (index: number) => LoadRequest): Promise<MeasuredHost> {
  const { seconds, milliseconds, statuses, wrong } = await load(url, {
    request: (index) => request(index % visitors),
    connections: 50,
    requests,
    from: 0,
  });
  return {
    requests: milliseconds.length,
    requestsPerSecond: Math.round(milliseconds.length / seconds),
    medianMs: Math.round(median(milliseconds)),
    statuses,
    wrong,
  };
}

export function wordpressLines({ wordpress, proxy }: MeasuredWordPress): string[] {
  const row = (name: string, { requestsPerSecond, medianMs, statuses, wrong }: MeasuredHost) =>
    `| ${name} | ${requestsPerSecond} | ${medianMs} ms | ${JSON.stringify(statuses)} | ${wrong} |`;
  return [
    '| host | requests a second | median | statuses | about somebody else |',
    '| --- | --- | --- | --- | --- |',
    row('WordPress: nginx, PHP-FPM, MariaDB', wordpress),
    row('the proxy on Node', proxy),
  ];
}

/** What breaks a promise: a visitor's record that somebody else gets, and a status that the documentation does not have. */
export function wordpressFailures(measured: MeasuredWordPress): string[] {
  return Object.entries(measured).flatMap(([name, { statuses, wrong }]) => [
    ...(wrong > 0 ? [`${name}: ${wrong} records of somebody else`] : []),
    ...Object.keys(statuses)
      .filter((status) => !documented.includes(status))
      .map((status) => `${name}: the status ${status} is not documented`),
  ]);
}
