import type { DoctorReport } from '../proxy/request/doctor-report.ts';
import { documentation } from '../proxy/node/documentation.ts';
import { oldDataDays } from '../record/operations.ts';
import type { VisitorRecord } from '../record/record.ts';
import { dayMs } from '../rules/time/calendar.ts';
import { bad, type Finding, good, skipped, warning } from './finding.ts';

const renew =
  'Run npx geolet-service update-data where the service is (npm run service -- update-data in a clone), with the same ' +
  'DATA_DIR, each month. If you use files of your own, download newer ones.';

/**
 * Checks that the service has geo data, and how old they are. Only our own service sends their date, and only our own
 * proxy passes it on.
 */
export function checkData({ countryCode }: VisitorRecord, report: DoctorReport | undefined): Finding[] {
  const { isPublic = false, isCountryWithheld = false, dataDate, host } = report ?? {};
  const isMissing = isPublic && countryCode === undefined && !isCountryWithheld;
  if (host !== undefined) return [isMissing ? silentHost(host) : hostsAge];
  const missing = isMissing
    ? [
        bad(
          'data',
          'This machine has a public address, and the service knows no country for it: geo data are missing.',
          'Run npx geolet-service update-data where the service is (npm run service -- update-data in a clone), with the same ' +
            "DATA_DIR, and look at its /health. If the service is a vendor's, ask the vendor.",
        ),
      ]
    : [];
  if (dataDate === undefined)
    return isMissing
      ? missing
      : [skipped('data', 'The age of the geo data is unknown: the service does not report it.')];
  const days = Math.max(0, Math.floor((Date.now() - Date.parse(dataDate)) / dayMs));
  const age = `The geo data are of ${dataDate}, ${days} ${days === 1 ? 'day' : 'days'} old`;
  return [
    ...missing,
    days > oldDataDays ? warning('data', `${age}: addresses have moved since.`, renew) : good('data', `${age}.`),
  ];
}

const hostsAge = skipped(
  'data',
  'The age of the geo data is unknown: they belong to the host, which does not report it.',
);

function silentHost(host: string): Finding {
  return bad(
    'data',
    `This machine has a public address, and the host (${host}) says no country for it.`,
    `Turn the host's geo headers on, and set GEOLET_TRUST to the servers in front. The steps for each host: ${documentation('hosts')}`,
  );
}
