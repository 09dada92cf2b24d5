import { printable } from '../../http/terminal.ts';
import { oldDataDays } from '../../record/operations.ts';
import type { DataInUse } from '../geo/geo-data.ts';
import { ageInDays } from '../health.ts';
import { program } from './program.ts';

/**
 * One line for each database, and for old ones a line that says how to renew them.
 *
 * @param renewsData whether the program fetches new ones each month.
 */
export function describeData(inUse: readonly DataInUse[], renewsData = false): string {
  if (inUse.length === 0)
    return `No geo data: records say only what the request says. ${renewsData ? 'New ones are fetched in a minute.' : `Fetch some: ${program} update-data`}`;
  const lines = inUse.map(
    ({ kind, name, builtAt }) => `Data: ${printable(name)} (${kind}) of ${builtAt.toISOString().slice(0, 10)}`,
  );
  const old = inUse
    .filter(({ builtAt }) => ageInDays(builtAt) > oldDataDays)
    .map((data) => ({ ...data, days: ageInDays(data.builtAt) }));
  for (const { days, setting } of old.filter((data) => data.setting !== undefined)) {
    lines.push(`The data of ${setting} are ${days} days old. Fetch them again where you had them from.`);
  }
  const renewable = old.filter((data) => data.setting === undefined).map(({ days }) => days);
  if (renewable.length > 0)
    lines.push(
      `The data are ${Math.max(...renewable)} days old. ${renewsData ? 'New ones are fetched in a minute.' : `Renew them: ${program} update-data`}`,
    );
  return [...new Set(lines)].join('\n');
}
