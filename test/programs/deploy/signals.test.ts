import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runTypeScript } from '../../support/run-typescript.ts';

interface Program {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly readyPath: string;
  /** Whether it reads data again at SIGHUP. */
  readonly reloads?: boolean;
}

const data = { GEO_CITY_DB: 'none', GEO_ASN_DB: 'none' };
const proxy: Program = {
  args: ['src/adapters/node.ts'],
  environment: { GEOLET_KEY: 'key', GEOLET_UPSTREAM: 'https://geo.example', PORT: '0' },
  readyPath: '/geolet-ready',
};
const programs: Readonly<Record<string, Program>> = {
  service: {
    args: ['src/service/command-line/main.ts', 'start', '--port', '0'],
    environment: data,
    readyPath: '/ready',
    reloads: true,
  },
  proxy,
  'proxy in front of pages': {
    ...proxy,
    environment: { ...proxy.environment, GEOLET_PAGES: 'https://shop.example' },
  },
  'program of geolet serve': {
    args: ['test/unit/deploy/serve-from-source.ts'],
    environment: { ...data, GEOLET_UPDATE: 'off', PORT: '0' },
    readyPath: '/geolet-ready',
    reloads: true,
  },
};

/** Stops a program just before it listens for the first time: it says so on descriptor 3, and goes on once descriptor 4 ends. */
const hold = `data:text/javascript,${encodeURIComponent(`
  import { readSync, writeSync } from 'node:fs';
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    Server.prototype.listen = listen;
    writeSync(3, 'held');
    readSync(4, Buffer.alloc(1));
    return listen.apply(this, args);
  };
`)}`;

class Held {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;

  constructor({ args, environment }: Program, more: Readonly<Record<string, string>> = {}) {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'geolet-signals-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const env = { PATH: process.env['PATH'], HOME: DATA_DIR, DATA_DIR, ...environment, ...more };
    this.child = spawn(process.execPath, [...runTypeScript, '--import', hold, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    });
    this.ended = once(this.child, 'exit');
    onTestFinished(() => void this.child.kill('SIGKILL'));
  }

  /** Resolves when it is about to listen. */
  async held(): Promise<void> {
    await Promise.race([once(this.child.stdio[3] as Readable, 'data'), this.ended]);
    expect(this.child.exitCode).toBe(null);
  }

  goOn(): void {
    (this.child.stdio[4] as Writable).end();
  }

  /** Its address, from the first that it prints. */
  async url(): Promise<string> {
    const [, url = ''] = await says(this.child.stdout, /(http:\/\/[\w.]+:\d+)/);
    return url;
  }
}

/** Reads on until a line says it, and leaves the stream open. */
function says(output: Readable | null, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    output?.on('data', (chunk) => {
      text += String(chunk);
      const found = pattern.exec(text);
      if (found !== null) resolve(found);
    });
    output?.on('end', () => reject(new Error(`It ended, and said: ${text}`)));
  });
}

async function started(program: Program, more?: Readonly<Record<string, string>>) {
  const one = new Held(program, more);
  await one.held();
  one.goOn();
  return { child: one.child, ended: one.ended, url: await one.url() };
}

const cleanly = [0, null];
const patience = { timeout: 60_000 };

describe.each(Object.entries(programs))('the %s', (_name, program) => {
  it('becomes ready when SIGHUP comes before it is', async () => {
    const one = new Held(program);
    await one.held();
    one.child.kill('SIGHUP');
    one.child.kill('SIGPIPE');
    // What the signal asks for is done, late as it is.
    const isReloaded = program.reloads ? says(one.child.stderr, /new geo data were taken/) : undefined;
    one.goOn();
    const url = await one.url();
    expect((await fetch(`${url}${program.readyPath}`)).status).toBe(200);
    await isReloaded;
  }, 120_000);

  it.each([
    ['SIGTERM', 'before it is ready'],
    ['SIGINT', 'before it is ready'],
    ['SIGTERM', 'later'],
    ['SIGINT', 'later'],
  ] as const)(
    'ends in order when %s comes %s',
    async (signal, when) => {
      const one = new Held(program);
      await one.held();
      if (when === 'later') {
        one.goOn();
        await one.url();
      }
      one.child.kill(signal);
      one.goOn();
      expect(await one.ended).toEqual(cleanly);
    },
    120_000,
  );

  it('goes on at SIGHUP and SIGPIPE, also when nobody reads what it says', async () => {
    const { child, url } = await started(program);
    child.stdout?.destroy();
    child.stderr?.destroy();
    for (const signal of ['SIGHUP', 'SIGPIPE', 'SIGHUP'] as const) {
      child.kill(signal);
      expect((await fetch(`${url}${program.readyPath}`)).status).toBe(200);
    }
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  }, 120_000);

  it('goes on draining whatever comes, and ends at once at SIGINT', async () => {
    const { child, url, ended } = await started(program, { DRAIN_SECONDS: '3600' });
    const isReady = () => fetch(`${url}${program.readyPath}`).then(({ status }) => status);
    child.kill('SIGTERM');
    await expect.poll(isReady, patience).toBe(503);
    for (const signal of ['SIGHUP', 'SIGPIPE', 'SIGTERM', 'SIGHUP'] as const) {
      child.kill(signal);
      expect(await isReady()).toBe(503);
    }
    child.kill('SIGINT');
    expect(await ended).toEqual(cleanly);
  }, 120_000);
});

describe.each([
  ['geolet dev', { args: ['src/command-line/main.ts', 'dev', 'demo', '--port', '0'], environment: {}, readyPath: '/' }],
  ['the demo', { args: ['demo/start.ts'], environment: { ...data, PORT: '0' }, readyPath: '/' }],
])('%s', (_name, program: Program) => {
  it('ends in order when its terminal closes', async () => {
    const { child, ended } = await started(program);
    child.kill('SIGHUP');
    expect(await ended).toEqual(cleanly);
  }, 120_000);
});
