import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { variableOf } from '../../../src/http/read-settings.ts';

/** Where a package's command lies once it is installed. */
function installed(description: string, command: string): string {
  const { name, bin } = JSON.parse(readFileSync(description, 'utf8')) as { name: string; bin: Record<string, string> };
  return `node_modules/${name}/${bin[command] ?? 'no such command'}`;
}

const service = ['node', installed('src/service/package.json', 'geolet-service'), 'start'];
const proxy = ['node', installed('package.json', 'geolet'), 'proxy'];

it.each([
  ['deploy/geolet-service.service', `ExecStart=/usr/bin/${service.join(' ')}\n`],
  ['deploy/geolet-proxy.service', `ExecStart=/usr/bin/${proxy.join(' ')}\n`],
  ['deploy/Containerfile', `CMD ${JSON.stringify(service).replaceAll(',', ', ')}\n`],
  ['deploy/Containerfile', `CMD ${JSON.stringify(proxy).replaceAll(',', ', ')}\n`],
  ['docs/running-at-scale.md', `\n${service.join(' ')}`],
  ['docs/service.md', `\`${service.join(' ')}\``],
])('the command of the installed package is the one in %s', (file, written) => {
  expect(readFileSync(file, 'utf8')).toContain(written);
});

describe('deploy/compose.yaml', () => {
  const text = readFileSync('deploy/compose.yaml', 'utf8');
  const { services } = parse(text, { merge: true }) as {
    services: Record<string, { build?: { dockerfile: string; target: string } }>;
  };

  it('sets variables of the proxy that there are', () => {
    const variables = [...new Set(text.match(/GEOLET_\w+/g))];
    expect(variables.toSorted()).toEqual(
      ['rates', 'upstream', 'allowHttp', 'key', 'secondKey', 'trust'].map((option) => variableOf(option)).toSorted(),
    );
  });

  it('builds stages that there are, which run without rights', () => {
    const builds = Object.values(services).flatMap(({ build }) => build ?? []);
    expect(builds.map(({ target }) => target)).toEqual(['service', 'service', 'proxy']);
    for (const { dockerfile, target } of builds) {
      const stage = readFileSync(dockerfile, 'utf8')
        .split(/^FROM /m)
        .find((stage) => stage.split('\n')[0]?.endsWith(` AS ${target}`));
      expect(stage).toMatch(/^USER node$/m);
    }
  });
});
