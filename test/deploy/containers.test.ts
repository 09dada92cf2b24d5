import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Compose, type ComposeService, readCompose } from './compose.ts';
import { Container } from './container.ts';
import { readContainerfile, readIgnored } from './containerfile.ts';
import { Build } from './image.ts';

/** PostgreSQL and Redis belong to `npm test -- scale`; here the service keeps its own store. */
const compose = readCompose('deploy/compose.yaml', { POSTGRES_PASSWORD: 'secret' });
const composeServe = readCompose('deploy/compose-serve.yaml', {});
const embedded = { DATABASE_URL: '', REDIS_URL: '' };
const patience = { timeout: 60_000, interval: 100 };
const cleanly = [0, null];

const geolet = describedAs(composeServe, 'geolet');
const service = describedAs(compose, 'service-1');
const proxy = describedAs(compose, 'proxy');
const targets = ['geolet', 'service', 'proxy'] as const;

const build = new Build('deploy/Containerfile');
const volumes = mkdtempSync(join(tmpdir(), 'geolet-volumes-'));

beforeAll(() => {
  for (const { target } of [geolet.build, service.build, proxy.build]) build.image(target);
});

afterAll(() => {
  build.remove();
  rmSync(volumes, { recursive: true });
});

const described = { geolet, service, proxy };

function start(target: keyof typeof described, environment: Readonly<Record<string, string>> = {}): Container {
  const container = new Container(build.image(target), described[target], volumes, environment);
  onTestFinished(() => container.remove());
  return container;
}

/** What it said, once it has ended. */
const isHealthy = (container: Container) => (container.isRunning ? container.isHealthy() : container.said);

describe('the images', () => {
  it('hold the package, what it runs on, and nothing to build or check it with', () => {
    for (const [target, name] of [
      ['geolet', 'geolet'],
      ['geolet', '@geolet/service'],
      ['service', '@geolet/service'],
      ['proxy', 'geolet'],
    ] as const) {
      const modules = build.image(target).root.at('/srv/geolet/node_modules');
      expect(existsSync(join(modules, name, 'package.json'))).toBe(true);
      expect(
        readdirSync(modules).filter((name) => /^(tsx|typescript|vite|vitest|esbuild|oxlint|@playwright)$/.test(name)),
      ).toEqual([]);
      expect(readdirSync(build.image(target).root.changes).toSorted()).toEqual(['data', 'srv']);
      console.log(
        `${target}: ${megabytes(modules)} MB, ${megabytes(join(modules, '@ip-location-db'))} of them geo data`,
      );
    }
  });

  it('are built from sources alone: no store, no secrets, no history', () => {
    const isIgnored = readIgnored('.dockerignore');
    expect(
      [
        'data',
        'data/service.db',
        '.env',
        '.git',
        'node_modules',
        'src/service/node_modules',
        'src/service/data/service.db',
        'test',
        'backup.db',
        'deploy/.env',
      ].filter((path) => !isIgnored(path)),
    ).toEqual([]);
    expect(
      [
        'src',
        'src/service/command-line/main.ts',
        'package.json',
        'tsconfig.service.json',
        '.npmrc',
        'docs/errors.md',
      ].filter((path) => isIgnored(path)),
    ).toEqual([]);
  });

  it('run as a user without rights', () => {
    for (const target of targets) expect(build.image(target).user).toBe('node');
    expect(readContainerfile('deploy/Containerfile').map(({ name }) => name)).toEqual(
      expect.arrayContaining([...targets]),
    );
  });
});

describe('containers as compose starts them', () => {
  it('answer, pass their health checks, and end in order', async () => {
    const one = start('service', embedded);
    await expect.poll(() => isHealthy(one), patience).toBe(true);
    expect((await one.run(['geolet-service', 'account', 'create', 'shop'])).status).toBe(0);
    const { output } = await one.run(['geolet-service', 'key', 'create', '--account', 'shop']);
    const [key = ''] = /^geolet_\w+$/m.exec(output) ?? [];

    const front = start('proxy', { GEOLET_KEY: key, GEOLET_UPSTREAM: 'http://127.0.0.1:8090' });
    await expect.poll(() => isHealthy(front), patience).toBe(true);
    const answer = await fetch('http://127.0.0.1:8787/geo', { headers: { 'x-forwarded-for': '140.77.1.1' } });
    expect(await answer.json()).toMatchObject({ countryCode: 'FR' });
    expect((await fetch('http://127.0.0.1:8787/geolet.js')).status).toBe(200);

    for (const container of [front, one]) {
      container.kill('SIGHUP');
      expect(await container.isHealthy()).toBe(true);
      container.kill('SIGTERM');
      expect(await container.ended).toEqual(cleanly);
    }
  });

  it('answer from one process, without a key', async () => {
    const one = start('geolet');
    await expect.poll(() => isHealthy(one), patience).toBe(true);
    const answer = await fetch('http://127.0.0.1:8787/geo', { headers: { 'x-forwarded-for': '140.77.1.1' } });
    expect(await answer.json()).toMatchObject({ countryCode: 'FR' });
    expect((await fetch('http://127.0.0.1:8787/geolet.js')).status).toBe(200);
    one.kill('SIGHUP');
    expect(await one.isHealthy()).toBe(true);
    one.kill('SIGTERM');
    expect(await one.ended).toEqual(cleanly);
    expect(Object.keys(composeServe.volumes)).toContain(geolet.volumes?.[0]?.split(':')[0]);
  });

  it('write nowhere but to their volume', async () => {
    const one = start('service', embedded);
    await expect.poll(() => isHealthy(one), patience).toBe(true);
    const attempts = ['/tmp', '/srv/geolet', '/home/node', '/data'].map(
      (folder) => `touch ${folder}/mark 2>/dev/null && echo ${folder}`,
    );
    expect(
      (await one.run(['sh', '-c', `${attempts.join('; ')}; grep -E '^(CapEff|NoNewPrivs)' /proc/1/status`])).output,
    ).toBe('/data\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\n');
  });

  it.each(['geolet', 'proxy'] as const)('of %s keep exchange rates in their volume', async (target) => {
    const environment = target === 'proxy' ? { GEOLET_KEY: 'a-key', GEOLET_UPSTREAM: 'http://127.0.0.1:8090' } : {};
    const one = start(target, { ...environment, GEOLET_RATES: 'ecb' });
    await expect.poll(() => isHealthy(one), patience).toBe(true);
    const file = '/data/geolet-rates.json';
    const rates = JSON.stringify({ base: 'EUR', date: new Date().toISOString().slice(0, 10), rates: { USD: 1.08 } });
    expect(await one.run(['sh', '-c', `echo '${rates}' > ${file}`])).toMatchObject({ status: 0, errors: '' });
    await expect.poll(async () => (await fetch('http://127.0.0.1:8787/geolet-rates.json')).status, patience).toBe(200);
    one.kill('SIGTERM');
    expect(await one.ended).toEqual(cleanly);
    const volumes = target === 'proxy' ? compose.volumes : composeServe.volumes;
    expect(Object.keys(volumes)).toContain(described[target].volumes?.[0]?.split(':')[0]);
  });

  it('leave their data to the next ones', async () => {
    const next = start('service', embedded);
    await expect.poll(() => isHealthy(next), patience).toBe(true);
    expect((await next.run(['geolet-service', 'account', 'list'])).output).toBe('shop\n');
    expect(Object.keys(compose.volumes)).toContain(service.volumes?.[0]?.split(':')[0]);
  });

  it('are given longer to stop than they take', () => {
    for (const target of targets) {
      const drain = Number(build.image(target).environment['DRAIN_SECONDS']);
      expect(Number.parseInt(described[target].stop_grace_period ?? '', 10)).toBeGreaterThan(drain + 10);
    }
  });
});

function describedAs({ services }: Compose, name: string): ComposeService {
  const found = services[name];
  if (found === undefined) throw new Error(`The compose file has no ${name}`);
  return found;
}

function megabytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  return Number(
    execFileSync('du', ['--summarize', '--block-size=1000000', folder], { encoding: 'utf8' }).split('\t')[0],
  );
}
