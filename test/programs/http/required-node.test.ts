import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeProblem } from '../../../src/http/required-node.ts';

it.each(['18.20.4', '12.22.12', '20.18.3', '0.12.18'])('refuses Node %s, and says what to do', (version) => {
  expect(nodeProblem(version)).toBe(
    `Geolet needs Node 20.19 or newer, and this is Node ${version}. Newer ones: https://nodejs.org/en/download`,
  );
});

it.each(['20.19.0', '20.20.1', '21.0.0', '26.10.0', undefined])('takes Node %s', (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});

it.each(['package.json', 'src/service/package.json', 'examples/express/package.json'])(
  'wants what %s wants',
  (description) => {
    const { engines } = JSON.parse(readFileSync(description, 'utf8')) as {
      readonly engines: { readonly node: string };
    };
    expect(engines.node).toBe('>=20.19');
  },
);

it('lets npm start go on with this Node', () => {
  expect(spawnSync(process.execPath, ['scripts/require-node.mjs'], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
});
