import { join } from 'node:path';
import { readConfiguration } from '../configuration.ts';
import { updatedFiles } from '../geo/data-files.ts';
import { type UpdatedKind, updateDatabase } from '../geo/update.ts';
import { misspeltSettings } from '../misspelt-settings.ts';
import { OperatorError } from '../operator-error.ts';

async function run(): Promise<void> {
  const { dataDirectory } = readConfiguration({ DATA_DIR: process.env['DATA_DIR'] });
  const update = (kind: UpdatedKind) => updateOne(kind, dataDirectory);
  const isUpdated = [await update('city'), await update('asn')];
  if (isUpdated.includes(true)) console.log('A running service takes them within two minutes, or at once on SIGHUP.');
}

async function updateOne(kind: UpdatedKind, dataDirectory: string): Promise<boolean> {
  try {
    const builtAt = await updateDatabase(kind, { dataDirectory, baseURL: process.env['GEO_UPDATE_URL'] || undefined });
    console.log(`${join(dataDirectory, updatedFiles[kind])}: data of ${builtAt.toISOString().slice(0, 10)}, by DB-IP (CC BY 4.0, https://db-ip.com)`);
    return true;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(`No new ${kind} data; what was there stays. ${error.message}.`);
    process.exitCode = 1;
    return false;
  }
}

for (const line of misspeltSettings(process.env)) console.error(line);
try {
  await run();
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
