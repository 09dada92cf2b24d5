import { join } from 'node:path';
import { printable, printError } from '../../http/terminal.ts';
import { updatedFiles } from '../geo/data-files.ts';
import { type UpdatedKind, updateDatabase } from '../geo/update.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * Fetches both kinds of data. Failures go to standard error, and the process then exits with 1.
 *
 * @returns what to print.
 */
export async function updateData(dataDirectory: string, baseURL: string | undefined): Promise<string> {
  const update = (kind: UpdatedKind) => updateOne(kind, dataDirectory, baseURL);
  const updated = [...(await update('city')), ...(await update('asn'))];
  if (updated.length < 2) process.exitCode = 1;
  return [
    ...updated,
    ...(updated.length > 0 ? ['A running service takes them within two minutes, or at once on SIGHUP.'] : []),
  ].join('\n');
}

async function updateOne(kind: UpdatedKind, dataDirectory: string, baseURL: string | undefined): Promise<string[]> {
  try {
    const builtAt = await updateDatabase(kind, { dataDirectory, baseURL });
    const date = builtAt.toISOString().slice(0, 10);
    const path = join(dataDirectory, updatedFiles[kind]);
    return [`${printable(path)}: data of ${date}, by DB-IP (CC BY 4.0, https://db-ip.com)`];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    printError(`No new ${kind} data; what was there stays. ${printable(error.message)}.`);
    return [];
  }
}
