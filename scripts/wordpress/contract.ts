import { specialRangeTexts } from '../../src/record/address.ts';
import { countryFields } from '../../src/record/country-fields.ts';
import { countries, currencies } from '../../src/record/countries.ts';
import { statusNames } from '../../src/record/error-body.ts';
import { fieldNames, fields } from '../../src/record/fields.ts';
import {
  dataDateHeader,
  getVisitorData,
  oldDataDays,
  visitorAddressHeader,
  visitorRefererHeader,
} from '../../src/record/operations.ts';
import { countryCode, maxStringLength } from '../../src/record/record.ts';
import { headerSources } from '../../src/proxy/hosts/header-sources.ts';
import { type Setting, proxySettings } from '../../src/http/settings.ts';
import { preflightHeaders } from '../../src/proxy/request/origin-policy.ts';
import { visitorResponseHeaders } from '../../src/proxy/request/plain-response.ts';
import { platforms } from '../../src/proxy/record/request-fields.ts';
import { maxHeaderLength, passedHeaders } from '../../src/proxy/record/lookup.ts';
import { conditionAttributes } from '../../src/rules/conditions/conditions.ts';
import { groupNames, placesIn } from '../../src/rules/conditions/groups.ts';
import { readElementDocs } from '../reference/element-docs.ts';
import { translationTemplate } from './translation-template.ts';
import { type PhpValue, phpFile } from './php.ts';

const plugin = 'integrations/wordpress';
const folder = `${plugin}/includes/`;

/** What the plugin must know of the contract, so that nothing of it is written by hand in PHP. By file. */
export function contractFiles(): Readonly<Record<string, string>> {
  return {
    [`${folder}contract.generated.php`]: phpFile(contract()),
    [`${folder}countries.generated.php`]: phpFile(countryRecords()),
    [`${plugin}/languages/geolet.pot`]: translationTemplate(plugin),
  };
}

function contract(): PhpValue {
  return {
    fields: Object.fromEntries(
      fieldNames.map((name) => {
        const { type, exposure, origin, meaning } = fields[name];
        return [name, { type, exposure, origin, meaning }];
      }),
    ),
    countryCode: `/${countryCode.source}/D`,
    maxStringLength,
    maxHeaderLength,
    specialRanges: specialRangeTexts,
    path: getVisitorData.path,
    allow: getVisitorData.allow,
    addressHeader: visitorAddressHeader,
    refererHeader: visitorRefererHeader,
    dataDateHeader,
    oldDataDays,
    passedHeaders,
    statusNames: Object.entries(statusNames).map(([status, name]) => [Number(status), name] as const),
    responseHeaders: visitorResponseHeaders,
    preflightHeaders,
    groups: Object.fromEntries(groupNames.map((name) => [name, countriesOf(name)])),
    elements: elementAttributes(),
    platforms,
    hosts: hostHeaders(),
    defaults: defaultsOfPlugin(),
    numberRanges: Object.fromEntries(shared.flatMap(([name, { range }]) => (range ? [[name, range]] : []))),
  };
}

/** What the plugin reads, under the same names. */
const inPlugin = [
  'upstream',
  'trust',
  'trustHeader',
  'origins',
  'expose',
  'withhold',
  'gpc',
  'timeoutMs',
  'maxBodyBytes',
  'limit',
  'dailyBudget',
  'cacheSeconds',
  'staleSeconds',
  'cacheEntries',
] as const;
const shared = inPlugin.map((name): [string, Setting] => [name, proxySettings[name]]);

function defaultsOfPlugin(): PhpValue {
  return Object.fromEntries(shared.map(([name, row]) => [name, row.default ?? (row.isList ? [] : '')]));
}

/** The countries of a group, with those of the European Union in place of its name. */
function countriesOf(group: string): readonly string[] {
  const union = Object.keys(countries).filter((code) => countries[code]?.isEU);
  return placesIn(group).flatMap((code) => (code === 'eu' ? union : [code.toUpperCase()]));
}

/** How the headers of each host are read, by its name. */
function hostHeaders(): PhpValue {
  return Object.fromEntries(
    Object.values(headerSources)
      .filter(({ name }) => name !== 'akamai')
      .map(({ name, headers }) => [
        name,
        Object.fromEntries(Object.entries(headers).map(([header, { rule }]) => [header.toLowerCase(), { ...rule }])),
      ]),
  );
}

/** The attributes of each element, by its tag. */
function elementAttributes(): PhpValue {
  return Object.fromEntries(
    readElementDocs().map(({ tag, attributes, conditional }) => [
      tag,
      [...new Set([...attributes.map(({ name }) => name), ...(conditional ? conditionAttributes : [])])],
    ]),
  );
}

/** The fields that follow from each country, by its code. */
function countryRecords(): PhpValue {
  return Object.fromEntries(
    Object.entries(countries).map(([code, country]) => {
      const symbol = currencies[country.currency ?? '']?.symbol;
      return [code, Object.fromEntries(Object.entries(countryFields(code, country, symbol)))];
    }),
  );
}
