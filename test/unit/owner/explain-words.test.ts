import { splitEntries } from '../../../src/rules/conditions/entries.ts';
import { describe, expect, it } from 'vitest';
import { parseGroups } from '../../../src/rules/conditions/own-groups.ts';
import { parsePrices } from '../../../src/rules/money/money.ts';
import { parseTemplate } from '../../../src/rules/text/template.ts';
import type { VisitorRecord } from '../../../src/record/record.ts';
import { closest } from '../../../src/record/closest.ts';
import { explainCondition } from '../../../src/owner/explain/condition-words.ts';
import { errorWords } from '../../../src/owner/explain/error-words.built.ts';
import { knownNames } from '../../../src/owner/advice/mistake-words.ts';
import { whyNeverMet } from '../../../src/owner/advice/never-met.ts';
import { describeRecord, type Snapshot } from '../../../src/owner/explain/snapshot.ts';
import { explainPrices } from '../../../src/owner/explain/price-words.ts';
import { tracePrice, traceText } from '../../../src/owner/trace-page.ts';
import type { PriceTag } from '../../../src/rules/money/price.ts';
import { explainTemplate } from '../../../src/owner/explain/template-words.ts';

const lyon: Snapshot = {
  facts: {
    record: {
      countryCode: 'FR',
      countryName: 'France',
      stateCode: 'ARA',
      city: 'Lyon',
      isEU: true,
      currencyCode: 'EUR',
      deviceType: 'mobile',
    },
    page: {
      language: 'fr-FR',
      timezone: 'Europe/Paris',
      now: Date.UTC(2026, 10, 22, 9, 30),
      color: 'dark',
      referrer: '',
      query: '',
    },
    groups: parseGroups({ home: 'FR', west: 'country: US; state: US-CA' }),
  },
  source: 'network',
  age: 12,
  missing: '',
  privacyControl: false,
};
const failed = 'the lookup has failed, http: 404 /geo';
const nobody: Snapshot = { ...lyon, facts: { record: undefined, page: {} }, source: 'none', missing: failed };
const inPlace = (record: VisitorRecord): Snapshot => ({ ...lyon, facts: { record, page: {} } });

const linesOf = (text: string, snapshot = lyon) => explainCondition(splitEntries(text), snapshot).lines;

const noPostal =
  'the record has no postal code: the proxy removes postalCode: start it with GEOLET_EXPOSE=postalCode to include it';

describe('a condition in words', () => {
  it.each([
    ['country: DE AT', "no, the visitor's country is FR"],
    ['not-country: DE', "yes, the visitor's country is FR"],
    ['state: FR-ARA', "yes, the visitor's state is FR-ARA"],
    ['eu', 'yes, the visitor is in the European Union'],
    ['device: desktop', "no, the visitor's device is mobile"],
    ['language: fr', "yes, the browser's first language is fr-FR"],
    ['color: dark', "yes, the visitor's system is set to dark"],
    ['group: gdpr', "yes, the visitor's country is FR"],
    ['group: west', "no, the visitor's country is FR (west is country: us; state: us-ca: no)"],
    ['group: home', "yes, the visitor's country is FR (home is country: fr: yes)"],
    ['postal: 94*', `unknown, ${noPostal}`],
    ['subregion: Western Europe', 'unknown, the record has no subregion: the geo data do not have it'],
    ['returning', 'unknown, this page may not remember earlier visits'],
    ['referrer: a.example', 'unknown, the browser does not say where the visitor came from'],
    ['group: us-optout', 'unknown, unusable-value: there is no group "us-optout"; did you mean group: usoptout?'],
    ['group: usoptouts', 'unknown, unusable-value: there is no group "usoptouts"; did you mean group: usoptout?'],
    ['usoptout', 'unknown, unknown-condition: "usoptout" is not a condition; did you mean group: usoptout?'],
    ['gcp', 'unknown, unknown-condition: "gcp" is not a condition; did you mean gpc?'],
    ['contry: FR', 'unknown, unknown-condition: "contry" is not a condition; did you mean country?'],
    ['region: x', 'unknown, unknown-condition: "region" is not a condition; did you mean state or subregion?'],
    ['country: Germany', 'unknown, unusable-value: there is no country "germany"; did you mean country: DE?'],
    ['group: nordic', 'unknown, unusable-value: there is no group "nordic"; did you mean group: nordics?'],
    ['group: hom', 'unknown, unusable-value: there is no group "hom"; did you mean group: home?'],
    [
      'state: CA',
      'unknown, state-without-country: more than one country has a state "ca": write the country too, such as state: US-CA',
    ],
    ['zebra: x', `unknown, unknown-condition: "zebra" is not a condition: write one of ${knownNames.join(' ')}`],
  ])('%s is %s', (text, words) => expect(linesOf(text)[0]).toBe(`${text} → ${words}`));

  it('is that of each of several', () =>
    expect(linesOf('state: ARA; country: FR')).toEqual([
      "state: ARA → yes, the visitor's state is FR-ARA",
      "country: FR → yes, the visitor's country is FR",
    ]));

  it.each<[string, Snapshot, string]>([
    ['a choice', { ...lyon, source: 'choice' }, 'the choice has no subregion'],
    ['a guess', { ...lyon, source: 'guess' }, 'a guess has no subregion'],
    [
      'a header',
      { ...lyon, source: 'header' },
      "the header of the page's response names the country and the state alone, and it has no subregion",
    ],
    ['privacy control', { ...lyon, privacyControl: true }, 'Global Privacy Control'],
  ])('says of %s that it is why a field is missing', (_, snapshot, words) =>
    expect(linesOf('subregion: x', snapshot)[0]).toContain(words),
  );

  it('says of a guess that it has only a country', () => {
    const guessed: Snapshot = { ...inPlace({ countryCode: 'FR' }), source: 'guess' };
    expect(linesOf('group: eu', guessed)[0]).toBe(
      "group: eu → unknown, the visitor's country is FR; the guess has only a country, and the record has not arrived yet",
    );
    expect(linesOf('country: FR', guessed)[0]).toBe("country: FR → yes, the visitor's country is FR");
  });

  it.each<[string, VisitorRecord, string]>([
    ['usoptout', { countryCode: 'US', stateCode: 'CA' }, "yes, the visitor's state is US-CA"],
    ['usoptout', { countryCode: 'US', stateCode: 'NY' }, "no, the visitor's state is US-NY"],
    ['usoptout', { countryCode: 'FR', stateCode: 'ARA' }, "no, the visitor's state is FR-ARA"],
    ['gdpr', { countryCode: 'US', stateCode: 'CA', isEU: false }, "no, the visitor's country is US"],
  ])('says whether country or state decides the group %s: %j', (group, record, words) =>
    expect(linesOf(`group: ${group}`, inPlace(record))).toEqual([`group: ${group} → ${words}`]),
  );

  it('says why a state is unknown, and how to include those whose state is', () => {
    const inUnion = inPlace({ countryCode: 'US' });
    const privately: Snapshot = { ...inUnion, privacyControl: true };
    const noState = "unknown, the visitor's country is US; the record has no state:";
    const gpc = `${noState} the browser sends Global Privacy Control, so the proxy gives country-level data only, unless it is started with GEOLET_GPC=state`;
    expect(linesOf('state: US-CA', inUnion)).toEqual([`state: US-CA → ${noState} the geo data do not have it`]);
    expect(linesOf('state: US-CA', privately)).toEqual([`state: US-CA → ${gpc}`]);
    expect(linesOf('group: usoptout', privately)).toEqual([
      `group: usoptout → ${gpc}; group: usoptout unknown includes visitors whose state is unknown`,
    ]);
    expect(linesOf('group: usoptout unknown', privately)).toEqual([
      "group: usoptout unknown → yes, the visitor's country is US",
    ]);
    expect(linesOf('city: Lyon', privately)[0], 'the setting gives no city').not.toContain('GEOLET_GPC');
  });

  it.each([
    ['gpc', true, 'yes, the browser sends'],
    ['gpc', false, 'no, the browser does not send'],
    ['not-gpc', false, 'yes, the browser does not send'],
  ])('%s: %s is known without a record, too', (text, gpc, words) => {
    for (const { facts, ...rest } of [lyon, nobody])
      expect(linesOf(text, { ...rest, facts: { record: facts?.record, page: { gpc } } })).toEqual([
        `${text} → ${words} Global Privacy Control`,
      ]);
  });

  it('says why there is no record at all, and answers what names that', () => {
    expect(linesOf('country: FR', nobody)).toEqual([`country: FR → unknown, ${failed}`]);
    expect(linesOf('country: FR unknown', nobody)[0]).toContain('→ yes');
  });
});

describe('a template in words', () => {
  const templateIn = (text: string, snapshot = lyon) => {
    const template = parseTemplate(text);
    const traced = traceText(template, snapshot.facts, 'en');
    return { text: traced.value, lines: explainTemplate(template, traced, snapshot) };
  };

  it('says of each placeholder what it came to', () =>
    expect(templateIn('Hi {city}, {postal|you}')).toEqual({
      text: 'Hi Lyon, you',
      lines: ['{city} → Lyon', `{postal} → its alternative "you"; ${noPostal}`],
    }));

  it('says which one leaves the whole as written', () => {
    const { text, lines } = templateIn('{city} {subregion} {postal}');
    expect(text).toBeUndefined();
    expect(lines[1]).toContain('it has no alternative, so the text stays as written');
    expect(lines, 'what is behind it is not asked any more').toHaveLength(2);
  });

  it('says that there is no record, and that it is no template', () => {
    expect(templateIn('{city}', nobody).lines).toEqual([`not filled in: ${failed}`]);
    expect(templateIn('city').lines[0]).toContain('unusable-template');
  });
});

describe('a price in words', () => {
  const pricesIn = (tag: PriceTag, snapshot = lyon) => {
    const traced = tracePrice(tag, snapshot.facts, 'en');
    return { text: traced.value?.text, line: explainPrices(tag, traced.value, traced, snapshot) };
  };
  const prices = parsePrices('USD 49, EUR 45') ?? [];
  const inList = "the visitor's currency is EUR, which is in the list";

  it('says whether the list has the currency', () =>
    expect(pricesIn({ prices })).toEqual({ text: '€45', line: inList }));

  it.each([
    [45.01, inList],
    [45, `${inList}; no former price shows, because was has no higher price in EUR`],
  ])('says whether a former price of %s shows', (amount, line) =>
    expect(pricesIn({ prices, was: [{ currency: 'EUR', amount, fractionDigits: 2 }] }).line).toBe(line),
  );

  it.each([
    ['EUR 45, USD 49', lyon, 'the currency of the page'],
    ['USD 49, JPY 6900', lyon, 'there are no usable rates'],
    ['USD 49', nobody, 'the lookup has failed'],
    ['49 dollars', lyon, 'unusable-prices'],
  ])('of %s says why it shows as it does', (list, snapshot, words) =>
    expect(pricesIn({ prices: parsePrices(list) ?? [] }, snapshot).line).toContain(words),
  );
});

it('the record in words says where from and how old', () => {
  expect(describeRecord(lyon)).toBe(
    "The visitor is in Lyon, ARA, FR, by the proxy's answer on this page view (network), 12 s ago.",
  );
  expect(describeRecord({ ...lyon, source: 'cache', age: 3 * 3600 })).toContain(
    'by an earlier answer, kept in this browser (cache), 3 h ago',
  );
  expect(describeRecord({ ...lyon, source: 'choice' })).toContain('by their own choice');
  expect(describeRecord(nobody)).toBe(`The visitor's location is unknown: ${failed}.`);
});

describe('what can never be met', () => {
  const spanish = 'AN AR AS CB CE CL CM CN CT EX GA IB MC MD ML NC PV RI VC';
  const noRange = 'is read as one code and not as a range: write the beginnings of its codes, such as postal';

  it.each([
    ['country: XQ', 'there is no country XQ'],
    ['currency: ZZX', 'there is no currency ZZX'],
    ['continent: XX', 'there is no continent XX. Write one of af an as eu na oc sa'],
    ['device: phone', 'there is no device PHONE; did you mean device="mobile"?'],
    ['country: DE; not-country: DE AT', 'country and not-country exclude each other'],
    ['country: DE; state: US-CA', 'state US-CA is not in country DE'],
    ['state: US-PR', 'lookups know US-PR as a country: write country="PR"'],
    ['country: US; state: PR', 'lookups know US-PR as a country: write country="PR"'],
    ['state: ES-TF', `no record has the state ES-TF. Those of ES are ${spanish}`],
    [
      'timezone: Europe/Nowhere',
      'there is no timezone EUROPE/NOWHERE. Write the name of the IANA, such as timezone="Europe/Paris"',
    ],
    ['language: pt-PT-ao90', 'there is no language PT-PT-AO90; did you mean language="pt-PT"?'],
    ['postal: 80010-84135', `"80010-84135" ${noRange}="800*"`],
    ['postal: SW1–SW9', `"sw1–sw9" ${noRange}="sw1*"`],
    ['language: jp', 'there is no language JP; did you mean language="ja"?'],
    ['language: jp-JP', 'there is no language JP-JP; did you mean language="ja"?'],
    ['path: /p?x=1', 'a path has no "?": write x=1 as query="…"'],
    [
      'path: /products/*/reviews',
      '"/products/*/reviews" never fits: a * stands for more only at the end, such as path="/products/*"',
    ],
    ['isp: Amazon.com, Inc.', 'a list is split at commas, and "inc." is a part of a name: write isp="amazon.com*"'],
    ['path: products', '"products" is no path: write what follows the host, such as path="/products/*"'],
  ])('%s is named', (text, reason) => expect(whyNeverMet(splitEntries(text))).toBe(reason));

  it.each([
    'country: DE XQ',
    'country: UK',
    'country: EU',
    'country: unknown',
    'currency: eur',
    'country: US; state: US-CA',
    'country: US; state: CA',
    'country: DE; not-country: AT',
    'device: *',
    'contry: DE',
    'city: Nowhere',
    'state: US-PR US-CA',
    'not-state: US-PR',
    'country: US PR; state: PR',
    'state: UK-ENG',
    'state: US-*',
    'timezone: Asia/Kolkata',
    'timezone: US/Pacific',
    'timezone: Europe/*',
    'language: zh-Hant',
    'language: no',
    'language: iw',
    'language: in',
    'language: tl',
    'language: sh',
    'postal: 01310-100',
    'postal: 00-950',
    'postal: 110-0001',
    'postal: 12345-678',
    'postal: 90210, 10001',
    'isp: Orange, Inca Net',
    'path: /products/*, *',
  ])('%s is not', (text) => expect(whyNeverMet(splitEntries(text))).toBeUndefined());
});

it.each([
  ['contry', 'country'],
  ['herf', 'href'],
  ['class', undefined],
  ['id', undefined],
])('the closest word to %s is %s, at most two letters away', (word, found) =>
  expect(closest(word, ['city', 'country', 'eu', 'href', 'os', 'src'])).toBe(found),
);

it('what is told of a code is what docs/errors.md says, without its links', () => {
  expect(Object.keys(errorWords).length).toBeGreaterThan(25);
  expect(errorWords.http).toMatchObject({ aboutLookup: true, sees: 'the page as written.' });
  expect(errorWords['unusable-template']?.fix).toContain('Write `{city}` with a name from markup.');
  expect(errorWords['unusable-template']?.aboutLookup).toBe(false);
  for (const [code, words] of Object.entries(errorWords))
    expect(words.cause && words.sees && words.fix, code).toBeTruthy();
});
