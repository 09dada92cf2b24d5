import { refuseOption } from '../../http/read-settings.ts';
import {
  asn,
  country,
  type HeaderFormat,
  latitude,
  longitude,
  percentEncoded,
  stateCode,
  timezone,
  utf8,
} from './header-formats.ts';
import type { HeaderSource } from './header-sources.ts';
import { type HostField, hostFields } from './host-record.ts';

/**
 * Which header says which field: `{ countryCode: 'X-Country', city: 'X-City' }`. Text is UTF-8 unless `encoding` is
 * `percent`.
 */
export type OwnHeaders = { readonly [Field in HostField]?: string } & { readonly encoding?: 'utf-8' | 'percent' };

const fix =
  'name a header for each field, such as { countryCode: "X-Country", city: "X-City" }, ' +
  'or host:countryCode=X-Country,city=X-City as a variable';

/** The source that an owner's own table makes. */
export function readOwnHeaders(table: Readonly<Record<string, unknown>>): HeaderSource {
  const { encoding = 'utf-8', ...names } = table;
  if (encoding !== 'utf-8' && encoding !== 'percent')
    return refuseOption('upstream', `has the encoding ${JSON.stringify(encoding)}`, 'write utf-8 or percent');
  const formats = ownFormats(encoding === 'percent' ? percentEncoded : utf8);
  const headers = Object.entries(names).map(([field, name]): [string, HeaderFormat] => {
    const format = hostFields.find((one) => one === field);
    if (format === undefined)
      return refuseOption(
        'upstream',
        `has ${JSON.stringify(field)}, which no host knows`,
        `choose from ${hostFields.join(', ')}`,
      );
    if (typeof name !== 'string' || !/^[a-z\d-]+$/i.test(name))
      return refuseOption('upstream', `has ${JSON.stringify(name)} as the header of ${field}`, fix);
    return [name, formats[format]];
  });
  if (names['countryCode'] === undefined)
    return refuseOption('upstream', 'names no header for countryCode, without which there is no place', fix);
  if (new Set(headers.map(([name]) => name.toLowerCase())).size < headers.length)
    return refuseOption('upstream', 'names one header for two fields', fix);
  return { name: 'own', headers: Object.fromEntries(headers) };
}

function ownFormats(text: typeof utf8): Readonly<Record<HostField, HeaderFormat>> {
  return {
    countryCode: country,
    city: text('city'),
    stateName: text('stateName'),
    stateCode,
    postalCode: text('postalCode'),
    timezone,
    latitude,
    longitude,
    ASN: asn,
    ISP: text('ISP'),
  };
}
