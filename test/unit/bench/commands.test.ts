import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { benches } from '../../../bench/benches.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };

describe.each(Object.entries(benches))('the bench %s', (name, { command, options }) => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [...runTypeScript, 'bench/run.ts', name, ...args], { encoding: 'utf8' });

  it('has a script, and prints its options without a build', () => {
    expect(scripts[command.replace('npm run ', '')]).toBe(`tsx bench/run.ts ${name}`);
    const { status, stdout, stderr } = run('--help');
    expect([status, stderr]).toEqual([0, '']);
    for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`);
  });

  it('says where its options are for one that it does not have', () => {
    expect(run('--none')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/Unknown option '--none'[^]*--help lists the options\.\n$/) as string,
    });
  });
});
