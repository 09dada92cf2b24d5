import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings, settingNames } from '../../../src/service/settings.ts';
import { run } from './command-line-process.ts';
import { temporaryDirectory } from './running-service.ts';

describe('readSettings', () => {
  it('takes every setting by its name, and by its name with the prefix', () => {
    for (const name of settingNames) {
      expect(readSettings({ [name]: ' x ' })).toEqual({ [name]: 'x' });
      expect(readSettings({ [`GEOLET_SERVICE_${name}`]: ' x ' })).toEqual({ [name]: 'x' });
    }
  });

  it('prefers the name with the prefix, unless it is empty', () => {
    expect(readSettings({ PORT: '1', GEOLET_SERVICE_PORT: '2' })).toEqual({ PORT: '2' });
    expect(readSettings({ PORT: '1', GEOLET_SERVICE_PORT: ' ' })).toEqual({ PORT: '1' });
  });

  it('leaves out what is empty, and what is not a setting', () => {
    expect(readSettings({ PORT: '', DATA_DIR: ' ', HOSTNAME: 'x', REDIS_URI: 'x', GEOLET_KEY: 'x' })).toEqual({});
  });

  it.each(['GEOLET_SERVICE_REDIS_URI', 'GEOLET_SERVICE_', 'geolet_service_redis_url'])('refuses %s', (name) => {
    expect(() => readSettings({ [name]: 'x' })).toThrow(`${name} is not a setting. GEOLET_SERVICE_ takes one of these`);
    expect(readSettings({ [name]: '' })).toEqual({});
  });

  it('knows the settings that the documentation has, and no others', () => {
    const table = readFileSync('docs/service.md', 'utf8').split('\n## Settings\n')[1]?.split('\n## ')[0] ?? '';
    expect(new Set([...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name))).toEqual(new Set(settingNames));
  });
});

it.each([['account', 'create', 'shop'], ['update-data'], ['start']])(
  'a misspelt name with the prefix stops %s %s %s',
  async (...args) => {
    const { code, output, errors } = await run('main', args, {
      DATA_DIR: temporaryDirectory(),
      GEOLET_SERVICE_DATABSE_URL: 'postgres://a',
      PORT: '0',
    });
    expect([code, output]).toEqual([78, '']);
    expect(errors).toMatch(
      /^GEOLET_SERVICE_DATABSE_URL is not a setting\. .* DATABASE_URL .* Did you mean GEOLET_SERVICE_DATABASE_URL\?\n$/,
    );
  },
);

it('a setting with the prefix reaches the commands', async () => {
  const DATA_DIR = temporaryDirectory();
  await run('main', ['account', 'create', 'shop'], { GEOLET_SERVICE_DATA_DIR: DATA_DIR });
  expect(await run('main', ['account', 'list'], { DATA_DIR })).toMatchObject({ code: 0, output: 'shop\n' });
});
