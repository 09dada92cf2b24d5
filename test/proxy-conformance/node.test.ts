import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { runCases } from './run-cases.ts';

const program = fileURLToPath(new URL('../../src/proxy/node.ts', import.meta.url));

/** The program as an owner starts it, with a configuration file, behind one web server. */
runCases({
  name: 'node',
  frontSettings: { trust: 1 },
  pass: (headers, visitor) => ({
    ...headers,
    'x-forwarded-for': [headers['x-forwarded-for'] ?? [], visitor].flat().join(', '),
  }),
  addedHeaders: [],
  async start(settings) {
    const folder = mkdtempSync(join(tmpdir(), 'geolet-conformance-'));
    const file = join(folder, 'geolet.json');
    writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
    const child = spawn(process.execPath, ['--import', 'tsx', program], {
      env: { PATH: process.env['PATH'] ?? '', GEOLET_CONFIG: file, PORT: '0' },
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
  },
});
