import { isLoopback } from '../../../http/loopback.ts';

/** The daily reference rates of the European Central Bank. */
export const bank = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

/** Between two machines anybody could change the rates on their way without `https:`. */
export function isSafeSource(address: string): boolean {
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' };
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
