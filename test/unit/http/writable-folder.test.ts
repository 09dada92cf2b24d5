import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkWritable } from '../../../src/http/writable-folder.ts';
import { checkRatesFolder } from '../../../src/proxy/node/rates/rates-settings.ts';
import { checkResources } from '../../../src/service/check-resources.ts';
import { runCommand } from '../../../src/service/command-line/run-command.ts';
import { defaultConfiguration } from '../../../src/service/configuration.ts';
import { updateDatabase } from '../../../src/service/geo/update.ts';
import { openService } from '../../../src/service/index.ts';
import { temporaryDirectory } from '../service/running-service.ts';

/** All that are given a folder for data. */
const doors: Readonly<Record<string, (dataDirectory: string) => unknown>> = {
  'the check of the service': (dataDirectory) =>
    checkResources({ ...defaultConfiguration, dataDirectory }, { hasStore: true }),
  'the check of rates': (directory) => checkRatesFolder({ from: '', directory, maxAgeDays: 1 }),
  'the service': (dataDirectory) => openService({ dataDirectory, databases: { city: [], asn: [] } }),
  'a command': (DATA_DIR) => runCommand(['account', 'list'], { DATA_DIR }),
  'the update': (dataDirectory) => updateDatabase('city', { dataDirectory, baseURL: 'http://127.0.0.1:1' }),
};

it.each(Object.entries(doors))('%s says that a folder for data is none', async (_door, open) => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'file'), '');
  symlinkSync('file', join(directory, 'link'));
  symlinkSync('nowhere', join(directory, 'loose'));
  for (const [given, named] of [
    ['file', 'file'],
    ['file/data', 'file'],
    ['file/data/deep', 'file'],
    ['link', 'link'],
    ['loose', 'loose'],
    ['loose/data', 'loose'],
  ] as const) {
    const message = await Promise.resolve(join(directory, given)).then(open).catch(String);
    expect(message).toContain(`${join(directory, named)} is not a folder: name another one`);
    expect(message).not.toMatch(/EEXIST|ENOTDIR|permission|root|this user/);
  }
});

it('a folder is none of these, and one that is not there yet neither', () => {
  const directory = temporaryDirectory();
  symlinkSync(directory, join(directory, 'link'));
  for (const given of ['.', 'new', 'new/deep', 'link', 'link/new'])
    expect(() => checkWritable(join(directory, given))).not.toThrow();
});
