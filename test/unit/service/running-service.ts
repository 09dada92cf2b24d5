import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Configuration } from '../../../src/service/configuration.ts';
import { openService } from '../../../src/service/index.ts';
import type { Limits } from '../../../src/http/limits.ts';
import type { Account } from '../../../src/service/store/store.ts';
import { type MmdbContent, writeMmdb } from '../../support/mmdb-writer.ts';

/** A folder that is gone after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'geolet-service-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Writes a database into a folder and returns its path. */
export function writeDatabase(directory: string, content: MmdbContent): string {
  const path = join(directory, `${content.databaseType}.mmdb`);
  writeFileSync(path, writeMmdb(content));
  return path;
}

/** One visitor from Lyon, with everything a database can say. */
export const lyon = {
  databaseType: 'GeoIP2-Enterprise',
  networks: {
    '212.27.48.0/24': {
      continent: { code: 'EU', names: { en: 'Europe' } },
      country: { iso_code: 'FR', is_in_european_union: true, names: { en: 'France' } },
      city: { names: { en: 'Lyon', de: 'Lyon' } },
      subdivisions: [
        { iso_code: 'ARA', names: { en: 'Auvergne-Rhône-Alpes' } },
        { iso_code: '69', names: { en: 'Rhône' } },
      ],
      postal: { code: '69001' },
      location: { latitude: 45.7485, longitude: 4.8467, accuracy_radius: 20, time_zone: 'Europe/Paris' },
      traits: {
        autonomous_system_number: 12322,
        autonomous_system_organization: 'Free SAS',
        isp: 'Free',
        connection_type: 'Cable/DSL',
      },
    },
  },
} as const satisfies MmdbContent;

export interface TestService {
  readonly url: string;
  readonly port: number;
  readonly service: Awaited<ReturnType<typeof openService>>;
  /** `owner`, who has the website `site-1`. */
  readonly account: Account;
  /** May read and delete, for that account. */
  readonly key: string;
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends bytes as they are and returns all that comes back until the other side closes. */
  readonly exchange: (bytes: string) => Promise<string>;
}

/** A real service on a real socket, with one database of one visitor, an account, a website and a key. Closed after the test. */
export async function startService(
  configuration: Partial<Configuration> = {},
  limits: Partial<Limits> = {},
): Promise<TestService> {
  const { dataDirectory = temporaryDirectory() } = configuration;
  const databases = { city: [writeDatabase(dataDirectory, lyon)], asn: [] };
  const service = await openService({ databases, ...configuration, dataDirectory });
  onTestFinished(() => service.close());
  const account = await service.store.createAccount('owner');
  await service.store.addSite(account, 'site-1');
  const { key } = await service.store.issueKey(account, { scopes: ['read', 'delete'] });
  const { url } = await service.listen({ port: 0, limits });
  const port = Number(new URL(url).port);
  return {
    url,
    port,
    service,
    account,
    key,
    request: (path, init = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...plain(init.headers) } }),
    exchange: (bytes) => exchange(port, bytes),
  };
}

function plain(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}

function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(received).toString()));
  });
}

/** Head and body of a raw answer. */
export function parseAnswer(raw: string) {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((text): [string, string] => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1).trim()]),
  );
  return { status: Number(line.split(' ')[1]), headers, body: JSON.parse(body) as unknown };
}
