import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { misspeltSettings, settingNames } from '../../../src/service/misspelt-settings.ts';
import { run } from './command-line-process.ts';
import { temporaryDirectory } from './running-service.ts';

describe('misspeltSettings', () => {
  it.each([
    ['REDIS_URI', 'REDIS_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_RUL', 'DATABASE_URL'],
    ['DATABASEE_URL', 'DATABASE_URL'],
    ['GEO_CITYDB', 'GEO_CITY_DB'],
    ['KEY_LIMTI', 'KEY_LIMIT'],
    ['KEY_LIMITS', 'KEY_LIMIT'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['DRAIN_SECOND', 'DRAIN_SECONDS'],
    ['log_requests', 'LOG_REQUESTS'],
    ['DATADIR', 'DATA_DIR'],
  ])('takes %s for %s', (name, meant) => {
    expect(misspeltSettings({ [name]: 'x' })).toEqual([`${name} is set, and is no setting: ${meant} is.`]);
  });

  it('says nothing of settings, and of what is not near to one', () => {
    expect(misspeltSettings(Object.fromEntries(settingNames.map((name) => [name, 'x'])))).toEqual([]);
    const others =
      'HOSTNAME HOSTTYPE PORTS PATH HOME PWD SHELL TERM LANG USER LOGNAME NODE_ENV NODE_OPTIONS REDIS_HOST REDIS_PORT REDIS_TLS_URL REDIS_TLS REDIS_SSL DATABASE_SSL DATABASE_TLS DATABASE_USER DATABASE_NAME TRUST_PROXY DATA POSTGRES_PASSWORD PGHOST GEOLET_KEY MAXMIND_TEST_DATA INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY KUBERNETES_PORT';
    expect(misspeltSettings(Object.fromEntries(others.split(' ').map((name) => [name, 'x'])))).toEqual([]);
  });

  it('knows the settings that the documentation has, and no others', () => {
    const table = readFileSync('docs/service.md', 'utf8').split('\n## Settings\n')[1]?.split('\n## ')[0] ?? '';
    expect(new Set([...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name))).toEqual(new Set(settingNames));
  });

  it('is told by every command, beside what it prints', async () => {
    const { code, output, errors } = await run('main', ['account', 'create', 'shop'], {
      DATA_DIR: temporaryDirectory(),
      DATABSE_URL: 'postgres://a',
    });
    expect([code, output.startsWith('Created'), errors]).toEqual([
      0,
      true,
      'DATABSE_URL is set, and is no setting: DATABASE_URL is.\n',
    ]);
  });
});
