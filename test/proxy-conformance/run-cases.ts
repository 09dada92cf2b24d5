import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { visitorHeaders } from '../../src/record/operations.ts';
import { type Case, type Pattern, type Settings, type Step, readCases } from './case.ts';
import { expectPattern, expectResponse } from './expect-response.ts';
import { type ScriptedService, fillIn, keys, startScriptedService } from './scripted-service.ts';
import { sendRequest } from './send-request.ts';

/** A place that the proxy runs in. */
export interface Host {
  readonly name: string;
  /** Settings that let this host find out where a visitor comes from, when nothing is set. */
  readonly frontSettings: Settings;
  /** What the server or platform in front makes of a visitor's headers. */
  readonly pass: (headers: Step['headers'], visitor: string) => Step['headers'];
  /** Where this host has what a row calls `/geo`. Left out: there. */
  readonly path?: (path: string) => string;
  /** Headers that the platform itself adds to each request to the service. */
  readonly addedHeaders: readonly string[];
  start(settings: Settings): Promise<RunningProxy>;
}

export interface RunningProxy {
  readonly url: string;
  /** All that it has logged. */
  log(): string;
  stop(): Promise<void>;
}

const site = 'shop.example';

/**
 * Each row says what it needs of these. Otherwise no request depends on an earlier one, and a busy machine has time.
 */
const usual = { key: keys.key, cacheSeconds: 0, staleSeconds: 0, limit: 0, timeoutMs: 20_000 };

/** Registers every promise as a test of this host. One proxy runs for all rows with the same settings. */
export function runCases(host: Host): void {
  const groups = new Map<string, Case[]>();
  for (const row of readCases()) {
    const settings = JSON.stringify(settingsOf(row, host));
    groups.set(settings, [...(groups.get(settings) ?? []), row]);
  }
  describe.each([...groups])(`the proxy on ${host.name} with %s`, (settings, rows) => {
    runGroup(host, JSON.parse(settings) as Settings, rows);
  });
}

function settingsOf({ settings, steps }: Case, { frontSettings }: Host): Settings {
  const isBehindServer = steps.some(({ from }) => from !== null);
  if (isBehindServer && 'trust' in settings) throw new Error('A row about trust comes from null');
  return isBehindServer ? { ...frontSettings, ...settings } : settings;
}

function runGroup(host: Host, settings: Settings, rows: readonly Case[]): void {
  let service: ScriptedService;
  let proxy: RunningProxy;
  beforeAll(async () => {
    service = await startScriptedService();
    proxy = await host.start({ ...usual, upstream: service.url, ...settings });
  }, 60_000);
  afterAll(async () => {
    await proxy?.stop();
    await service?.close();
  });

  it.each(rows)('$subject: $promise', async ({ steps }) => {
    for (const step of steps) {
      const expected = step.exceptions[host.name]?.expect ?? step.expect;
      service.follow(step.service);
      const logStart = proxy.log().length;
      const visits = Array.from({ length: step.visitors }, (_, index) => visitorAt(step, index));
      for (let time = 0; time < step.times; time++)
        await Promise.all(
          visits.map(async (visitor) =>
            expectResponse(await send(visitor, step, host, proxy), step, expected, visitor),
          ),
        );
      expectAsked(service, expected.asked, host);
      const { logged } = expected;
      if (logged !== undefined)
        await vi.waitFor(() => expect(proxy.log().slice(logStart)).toMatch(new RegExp(logged)), { timeout: 20_000 });
    }
    // Failures of one row must not open the circuit breaker for the next.
    service.follow([{}]);
    if (steps.some((step) => step.expect.status >= 500)) await send('81.2.69.250', steps[0], host, proxy);
    for (const key of Object.values(keys)) expect(proxy.log()).not.toContain(key);
    for (const { from } of steps) if (from !== null) expect(proxy.log()).not.toContain(from);
  });
}

function visitorAt({ from }: Step, index: number): string {
  return (from ?? '127.0.0.1').replace(/\d+$/, (last) => String(Number(last) + index));
}

function send(visitor: string, step: Step | undefined, host: Host, { url }: RunningProxy) {
  const { from = '', method = 'GET', path = '/geo', headers = {}, body = '' } = step ?? {};
  const sent = { host: site, ...headers };
  const all = from === null ? sent : host.pass(sent, visitor);
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().flatMap((line) => [name, line]));
  return sendRequest(url, { method, path: host.path?.(path) ?? path, headers: lines, body });
}

/** The service gets these headers and no others, whatever the visitor sends. */
const mayLeave = ['accept', 'authorization', 'connection', 'host', 'x-request-id', 'x-visitor-ip', 'x-visitor-referer'];

function expectAsked(
  { received }: ScriptedService,
  asked: readonly Readonly<Record<string, Pattern>>[] | undefined,
  { addedHeaders }: Host,
): void {
  const known: readonly string[] = [...mayLeave, ...visitorHeaders, ...addedHeaders];
  for (const { method, path, headers } of received) {
    expect(`${method} ${path}`).toBe('GET /beta/api/get-visitor-data');
    expect(Object.keys(headers).filter((name) => !known.includes(name))).toEqual([]);
  }
  if (asked === undefined) return;
  expect(received, 'requests to the service').toHaveLength(asked.length);
  for (const [index, patterns] of asked.entries())
    for (const [name, pattern] of Object.entries(patterns)) {
      const value = received[index]?.headers[name];
      const wanted = typeof pattern === 'string' ? fillIn(pattern, keys) : pattern;
      expectPattern(value === undefined || value === '' ? null : String(value), wanted, `${name} sent to the service`);
    }
}
