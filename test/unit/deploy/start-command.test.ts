import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentName } from '../../../src/proxy/refuse-option.ts';
import { command } from '../service/command-line-process.ts';

const service = ['node', ...command('main', ['start'])];
const proxy = ['node', '--import', 'tsx', 'src/proxy/node.ts'];

describe('the command that the tests start', () => {
  it.each([
    ['docs/running-at-scale.md', service.join(' ')],
    ['deploy/geolet-service.service', `ExecStart=/usr/bin/${service.join(' ')}\n`],
    ['deploy/geolet-proxy.service', 'ExecStart=/usr/bin/node node_modules/geolet/lib/command-line/main.js proxy\n'],
    ['deploy/Containerfile', `CMD ${JSON.stringify(service).replaceAll(',', ', ')}\n`],
    ['deploy/Containerfile.proxy', `CMD ${JSON.stringify(proxy).replaceAll(',', ', ')}\n`],
  ])('is the one in %s', (file, written) => {
    expect(readFileSync(file, 'utf8')).toContain(written);
  });
});

describe('deploy/compose.yaml', () => {
  const compose = readFileSync('deploy/compose.yaml', 'utf8');

  it('sets variables of the proxy that there are', () => {
    const variables = [...new Set(compose.match(/GEOLET_\w+/g))];
    expect(variables.toSorted()).toEqual((['upstream', 'allowHttp', 'key', 'secondKey', 'trust'] as const).map((option) => environmentName(option)).toSorted());
  });

  it('builds from files that are there', () => {
    const files = [...compose.matchAll(/dockerfile: (\S+?) ?\}/g)].map(([, file = '']) => file);
    expect(files).toEqual(['deploy/Containerfile', 'deploy/Containerfile.proxy']);
    for (const file of files) expect(readFileSync(file, 'utf8')).toMatch(/^USER node$/m);
  });
});
