import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a test that blocks its own thread ends the run, and is named in its report', { timeout: 60_000 }, () => {
  const report = join(mkdtempSync(join(tmpdir(), 'geolet-hung-')), 'report.json');
  const config = 'test/unit/house/hung-test/vitest.config.ts';
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, `--outputFile.json=${report}`];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 55_000 });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/without a result: (ends; )?blocks\n$/)]);
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    testResults: [
      { name: 'test/unit/house/hung-test/blocks-its-thread.ts', status: 'failed', message: expect.any(String) },
    ],
  });
});
