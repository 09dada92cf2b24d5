import { describe, expect, it } from 'vitest';
import { ownVariables, settingNames } from '../../../src/service/settings.ts';
import { run } from './command-line-process.ts';
import { temporaryDirectory } from './running-service.ts';

describe('ownVariables', () => {
  it('takes every setting by its name, and by its name with the prefix', () => {
    for (const name of settingNames) {
      expect(ownVariables({ [name]: ' x ' })).toEqual({ [name]: 'x' });
      expect(ownVariables({ [`GEOLET_SERVICE_${name}`]: ' x ' })).toEqual({ [name]: 'x' });
    }
  });

  it('prefers the name with the prefix, unless it is empty', () => {
    expect(ownVariables({ PORT: '1', GEOLET_SERVICE_PORT: '2' })).toEqual({ PORT: '2' });
    expect(ownVariables({ PORT: '1', GEOLET_SERVICE_PORT: ' ' })).toEqual({ PORT: '1' });
  });

  it('leaves out what is empty, and what is not a setting', () => {
    expect(ownVariables({ PORT: '', DATA_DIR: ' ', HOSTNAME: 'x', REDIS_URI: 'x', GEOLET_KEY: 'x' })).toEqual({});
  });

  it.each(['GEOLET_SERVICE_REDIS_URI', 'GEOLET_SERVICE_', 'geolet_service_redis_url'])('refuses %s', (name) => {
    expect(() => ownVariables({ [name]: 'x' })).toThrow(`${name} is not a setting. GEOLET_SERVICE_ takes one of these`);
    expect(ownVariables({ [name]: '' })).toEqual({});
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
