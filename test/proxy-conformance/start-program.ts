import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import type { Settings, Step } from './case.ts';
import type { RunningProxy } from './run-cases.ts';
import { runTypeScript } from '../support/run-typescript.ts';

/** What one web server in front of the program adds. */
export const behindOneServer = {
  frontSettings: { trust: 1 },
  pass: (headers: Step['headers'], visitor: string): Step['headers'] => ({
    ...headers,
    'x-forwarded-for': [headers['x-forwarded-for'] ?? [], visitor].flat().join(', '),
  }),
} as const;

/**
 * Starts a program as an owner does, with a configuration file.
 *
 * @param path relative to this file.
 */
export async function startProgram(
  path: string,
  settings: Settings,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-conformance-'));
  const file = join(folder, 'geolet.json');
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
  const program = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [...runTypeScript, program], {
    env: { PATH: process.env['PATH'] ?? '', GEOLET_CONFIG: file, PORT: '0', ...environment },
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close').finally(() => rmSync(folder, { recursive: true }));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await vi.waitFor(() => expect(output).toMatch(/http:\/\/\S+\n/), { timeout: 30_000 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: /http:\S+/.exec(output)?.[0] ?? '', log: () => output, stop };
}
