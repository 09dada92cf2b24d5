import { ageInDays } from '../health.ts';
import { described, log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import type { ChosenFiles } from './data-files.ts';
import type { GeoData } from './geo-data.ts';
import { type InUse, updateDatabase, type UpdatedKind } from './update.ts';

export interface RenewalSettings {
  readonly databases: ChosenFiles;
  readonly dataDirectory: string;
  /** A mirror in place of DB-IP. */
  readonly updateURL: string | undefined;
}

/** The data come out once a month. */
const dueDays = 31;

/** Not at once: a program that is started again and again must not ask each time. */
const firstMs = 60_000;

/** Between two looks whether new data are due, and so between two attempts. */
const intervalMs = 6 * 3_600_000;

/**
 * Fetches the data of this month when those in use are older than a month. Only the kinds that the operator did not
 * choose files for. After a failure the old data stay, the log says why, and the next attempt comes six hours later.
 *
 * @param take loads the new files.
 * @returns ends it.
 */
export function renewGeoData(geo: GeoData, settings: RenewalSettings, take: () => Promise<void>): () => void {
  const kinds = (['city', 'asn'] as const).filter((kind) => settings.databases[kind] === undefined);
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const look = async (): Promise<void> => {
    const renewed: boolean[] = [];
    for (const kind of kinds) if (isDue(inUseOf(geo, kind))) renewed.push(await renew(kind, geo, settings));
    if (isEnded) return;
    if (renewed.includes(true)) await take();
    lookIn(intervalMs);
  };
  const lookIn = (milliseconds: number): void => {
    timer = setTimeout(() => void look(), milliseconds).unref();
  };
  if (kinds.length > 0) lookIn(firstMs);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

/** Undefined without data of the kind. Those that are installed are two files, one for IPv4 and one for IPv6. */
function inUseOf(geo: GeoData, kind: UpdatedKind): InUse | undefined {
  const files = geo.inUse.filter((file) => file.kind === kind);
  if (files.length === 0) return undefined;
  return {
    builtAt: new Date(Math.min(...files.map(({ builtAt }) => builtAt.getTime()))),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function isDue(inUse: InUse | undefined): boolean {
  return inUse === undefined || ageInDays(inUse.builtAt) >= dueDays;
}

/** @returns whether there are new data. */
async function renew(kind: UpdatedKind, geo: GeoData, settings: RenewalSettings): Promise<boolean> {
  const { dataDirectory, updateURL } = settings;
  try {
    await updateDatabase(kind, { dataDirectory, baseURL: updateURL, inUse: inUseOf(geo, kind) });
    return true;
  } catch (error) {
    log(
      `no new ${kind} data; those in use stay, and the next attempt comes in six hours`,
      'warn',
      error instanceof OperatorError ? { reason: error.message } : described(error),
    );
    return false;
  }
}
