import { describe, expect, it } from 'vitest';
import { isUnusable, parsePlan } from '../../../../src/rules/delivery/plan.ts';
import { readDelivery } from '../../../../src/rules/delivery/written-plan.ts';
import { type Audience, everybody } from '../../../../src/owner/picker/audience.ts';
import { createChanges, type PageChange, parseChange, rulesOfAll } from '../../../../src/owner/picker/changes.ts';
import { addedText, attributesText, goesIntoHead, rulesText } from '../../../../src/owner/picker/copied-text.ts';
import {
  type BlockPart,
  blockParts,
  freeName,
  lackOf,
  namesIn,
  parsePart,
  partsJson,
} from '../../../../src/owner/picker/things/block-parts.ts';
import { packRows, startOf, unpackRows } from '../../../../src/owner/picker/things/fields.ts';
import { isThing, lackOfThing, type ThingName, things } from '../../../../src/owner/picker/things/things.ts';
import { change, only } from './page-changes.ts';

const rowsOf = (...rows: ReadonlyArray<readonly string[]>) => packRows(rows);
const days = rowsOf(['FR', '1-2'], ['*', '5-9']);
const plan: BlockPart = {
  kind: 'delivery',
  name: 'standard',
  values: { ...startOf(blockParts.delivery.fields), days, cutoff: '14:00', timezone: 'Europe/Lisbon' },
};
const shopsOf = (...rows: readonly (readonly string[])[]): BlockPart => ({
  kind: 'places',
  name: 'shops',
  values: { places: packRows(rows) },
});
const shops = shopsOf(['Paris', '48.86, 2.35', '/paris'], ['Osaka', '34,69 135,5', '']);
const noBlock = () => undefined;
const none = { block: undefined, hasServerRules: false };

const dated = (given: Partial<PageChange> = {}) => change({ value: 'By {delivery-to}', needs: plan, ...given });
const thing = (what: ThingName, values: Readonly<Record<string, string>> = {}, given: Partial<PageChange> = {}) =>
  change({ what, value: '', values: { ...startOf(things[what].fields), ...values }, ...given });
const html = (given: PageChange) => addedText(given, 'en').text;

describe('rows of a form', () => {
  it('come back as they were written, without those that are empty', () => {
    const paris = ['Paris', '48.86, 2.35'];
    const rows = [paris, ['', ''], ['Two  words\tand more', '1']];
    expect(unpackRows(packRows(rows))).toEqual([paris, ['Two words and more', '1']]);
    expect(unpackRows(packRows([['', ' ']]))).toEqual([]);
  });
});

describe('a delivery plan', () => {
  it('is written as the settings block has it, and can be read', () => {
    const made = partsJson([plan], noBlock);
    expect(made).toEqual({
      delivery: { standard: { days: 'FR: 1-2, *: 5-9', cutoff: '14:00', timezone: 'Europe/Lisbon', work: 'mon-fri' } },
    });
    const written = readDelivery((name) => (name === 'plan' ? 'standard' : null), made.delivery);
    expect(written && isUnusable(parsePlan(written, undefined))).toBe(false);
  });

  it('stands beside those of the page, and in place of one with its name', () => {
    const own = { standard: { days: '*: 3' }, express: { days: '*: 1' } };
    const { delivery } = partsJson([plan], () => own);
    expect(delivery).toMatchObject({ standard: { days: 'FR: 1-2, *: 5-9' }, express: { days: '*: 1' } });
    expect([namesIn(own), freeName(namesIn(own), 'delivery'), freeName([], 'delivery')]).toEqual([
      ['standard', 'express'],
      'standard-2',
      'standard',
    ]);
  });

  it('of the page is named alone', () => {
    const named: BlockPart = { kind: 'delivery', name: 'express' };
    expect([partsJson([named, undefined], noBlock), lackOf(named)]).toEqual([{}, undefined]);
    expect(rulesOfAll([dated({ needs: named })])).toEqual([
      { select: 'h1', text: 'By {delivery-to}', delivery: 'express' },
    ]);
  });

  it.each([
    [startOf(blockParts.delivery.fields).days, 'The delivery plan “standard” is missing. Write how many days'],
    [rowsOf(['FR', '']), 'Write how many days'],
    [rowsOf(['FR', '1'], ['*', '']), 'Each row needs a place and days.'],
  ])('with %j says what it lacks', (given = '', words) => {
    expect(lackOf({ ...plan, values: { ...plan.values, days: given } })).toContain(words);
  });

  it('that is whole lacks nothing', () => expect(lackOf(plan)).toBeUndefined());
});

describe('a list of shops', () => {
  it('has coordinates as maps give them, with points or commas', () => {
    expect(partsJson([shops], noBlock)).toEqual({
      places: {
        shops: [
          { name: 'Paris', latitude: 48.86, longitude: 2.35, url: '/paris' },
          { name: 'Osaka', latitude: 34.69, longitude: 135.5 },
        ],
      },
    });
    for (const position of ['48.86,2.35', '48.86 2.35', '48,86; 2,35', ' 48.86 , 2.35 '])
      expect(partsJson([shopsOf(['Paris', position])], noBlock).places).toMatchObject({
        shops: [{ latitude: 48.86, longitude: 2.35 }],
      });
  });

  it.each([
    [[], 'The list of shops “shops” is missing.'],
    [['', '48.86, 2.35'], 'Each shop needs a name.'],
    [['Paris', ''], 'Write where Paris is'],
    [['Paris', 'Rue de Rivoli'], 'Write where Paris is'],
    [['Paris', '91, 2.35'], 'Write where Paris is'],
    [['Paris', '48.86'], 'Write where Paris is'],
  ])('with %j says what it lacks', (row, words) => expect(lackOf(shopsOf(row))).toContain(words));
});

describe('what is added', () => {
  it('is no rule, and no attribute of an element', () => {
    const added = thing('optout');
    expect(rulesOfAll([added])).toEqual([]);
    expect(attributesText([added, dated()]).text).toBe(
      'Heading 1 (h1)\ndata-geo-text\nBy {delivery-to}\ndata-geo-delivery\nstandard',
    );
    const changes = [added, dated(), thing('nearest', {}, { needs: shops })];
    expect(changes.map((one) => goesIntoHead(one))).toEqual([false, true, true]);
  });

  it('is HTML in which what was written cannot become a tag', () => {
    const words = '"A" & <b>';
    expect(html(thing('optout', { text: words, address: '/"', honored: words }))).toBe(
      '<p><geo-optout><a href="/&quot;">"A" &amp; &lt;b></a> <span slot="honored" hidden>"A" &amp; &lt;b></span></geo-optout></p>',
    );
  });

  it('names its list, and links to the pages of shops that have some', () => {
    const nearest = thing('nearest', { locate: '', address: '/shops' }, { needs: shops });
    expect(html(nearest)).toBe(
      '<p><geo-nearest places="shops" template="Our nearest shop: {name}, {distance} away" href="{url}"><a href="/shops">All our shops</a></geo-nearest></p>',
    );
    expect(html({ ...nearest, needs: shopsOf(['Paris', '48.86, 2.35', '']) })).not.toContain('{url}');
  });

  it('leaves out what stays empty', () => {
    expect(html(thing('select', { countries: 'FR JP', others: '', reset: '' }))).toBe(
      '<p><geo-select countries="FR JP" label="Country">Country</geo-select></p>',
    );
    expect(html(thing('select', { countries: '', others: '' }))).not.toContain('countries');
  });

  it('says the first amount as the language of the page does', () => {
    const note = thing('shipping', { before: 'Frei ab', prices: 'EUR 49.90, USD 55', after: ' (netto)' });
    expect(addedText(note, 'de').text).toMatch(
      /^<p>Frei ab <geo-currency prices="EUR 49\.90, USD 55">49,90\s€<\/geo-currency> \(netto\)<\/p>$/,
    );
  });

  it.each<[ThingName, Audience, string]>([
    ['time', everybody, '<p>'],
    ['time', only('FR'), '<p data-geo-show="country: FR" hidden>'],
    ['time', only('FR', 'eu'), '<p data-geo-hide="not-country: FR; not-group: eu">'],
    ['time', { ...everybody, device: 'mobile' }, '<p data-geo-show="device: mobile" hidden>'],
    ['optout', only('usoptout'), '<p data-geo-show="group: usoptout unknown" hidden>'],
    ['optout', { ...only('usoptout'), device: 'mobile' }, '<p data-geo-show="group: usoptout; device: mobile" hidden>'],
  ])('%s for %j begins with %s', (what, audience, opening) => {
    expect(html(thing(what, {}, { audience }))?.startsWith(`${opening}<geo-`)).toBe(true);
  });

  it.each(Object.keys(things).filter(isThing))('%s says what it lacks, field by field', (what) => {
    for (const { name, label, isOptional } of things[what].fields) {
      const filled = Object.fromEntries(things[what].fields.map((field) => [field.name, 'x']));
      const lack = lackOfThing(what, { ...filled, [name]: ' ' }, shops);
      expect(lack).toBe(isOptional ? undefined : `Write something into “${label}”.`);
    }
  });

  it.each([
    ['{name} by {phone}', 'Your shops have no {phone}'],
    ['{name', 'a brace has no other half'],
  ])('a nearest shop with the words %j says what is wrong', (template, words) => {
    expect(lackOfThing('nearest', { template, otherwise: 'x' }, shops)).toContain(words);
  });

  it('may name any field of a list that stands in the page', () => {
    const list: BlockPart = { kind: 'places', name: 'stores' };
    expect(lackOfThing('nearest', { template: '{phone}', otherwise: 'x' }, list)).toBeUndefined();
  });
});

describe('the block to copy', () => {
  it('has the plan beside all that was in the block of the page', () => {
    const block = { groups: { near: ['FR'] }, delivery: { express: { days: '*: 1' } }, rules: [{ select: 'p' }] };
    const { text = '' } = rulesText([dated()], { block, hasServerRules: false });
    const written: unknown = JSON.parse(text.replace(/<.*?>/g, ''));
    expect(written).toMatchObject({
      groups: block.groups,
      delivery: { express: { days: '*: 1' }, standard: { days: 'FR: 1-2, *: 5-9' } },
      rules: [{ select: 'h1', text: 'By {delivery-to}', delivery: 'standard' }, { select: 'p' }],
    });
  });

  it('has no rules where only a list is needed', () => {
    const { text = '' } = rulesText([thing('nearest', {}, { needs: shops })], none);
    expect(text).toContain('"places": {"shops":[');
    expect(text).not.toContain('rules');
  });

  it('says where the plan goes if the rules stand at an address', () => {
    const { text, words } = rulesText([dated()], { block: { rules: '/rules.json' }, hasServerRules: false });
    expect(text).toMatch(/^\[[^]*\]\n\n {2}"delivery": \{/);
    expect(words).toContain('What stands under them goes into your settings block.');
  });
});

describe('changes that need one plan', () => {
  const other: BlockPart = { ...plan, values: { ...plan.values, days: rowsOf(['*', '3']) } };

  it('all have what was written of it last, and undo takes that back', () => {
    const changes = createChanges(undefined, () => {});
    changes.put(dated());
    changes.put(dated({ select: 'p' }));
    changes.put(dated({ needs: other }), 0);
    expect(changes.all().map(({ needs }) => needs)).toEqual([other, other]);
    changes.undo();
    expect(changes.all().map(({ needs }) => needs)).toEqual([plan, plan]);
  });

  it('of another name, or none, stay as they are', () => {
    const changes = createChanges(undefined, () => {});
    for (const one of [dated({ needs: { ...plan, name: 'express' } }), change(), dated()]) changes.put(one);
    expect(changes.all().map(({ needs }) => needs?.name)).toEqual(['express', undefined, 'standard']);
  });
});

it('what is stored comes back, and what somebody else has stored there is no plan', () => {
  const kept = thing('nearest', {}, { needs: shops });
  expect(parseChange(JSON.parse(JSON.stringify(kept)))).toEqual([kept]);
  for (const needs of [null, 'x', { kind: 'rules', name: 'x' }, { kind: 'delivery', name: 1 }])
    expect(parsePart(needs)).toBeUndefined();
  expect(parsePart({ kind: 'delivery', name: 'x', values: { days: 1, work: 'mon' } })?.values).toEqual({ work: 'mon' });
});

describe('a picture', () => {
  const audience = only('FR');
  const picture = change({ select: '.boot', what: 'src', value: '/a.gif', audience });

  it('of several files is a rule for each', () => {
    expect(rulesOfAll([{ ...picture, sources: '.hero source' }])).toEqual([
      { select: '.boot', src: '/a.gif', when: 'country: FR' },
      { select: '.hero source', srcset: '/a.gif', when: 'country: FR' },
    ]);
    expect(attributesText([{ ...picture, sources: '.hero source' }]).text).toBeUndefined();
    expect(rulesOfAll([{ ...picture, what: 'alt', sources: '.hero source' }])).toHaveLength(1);
  });

  it('of a style sheet is a class, and the CSS for it stands before the block, once', () => {
    const background = change({ select: '.banner', what: 'background', value: '/img/Été 1.jpg', audience });
    const { text = '' } = rulesText([background, { ...background, select: '.foot' }], none);
    expect(rulesOfAll([background])).toEqual([
      { select: '.banner', class: 'picture-img-t-1-jpg', when: 'country: FR' },
    ]);
    expect(text.split('<script')[0]).toBe(
      '<style>\n.picture-img-t-1-jpg { background-image: url("/img/Été 1.jpg") !important }\n</style>\n',
    );
    expect(attributesText([{ ...background, audience: everybody, value: '/x.jpg' }]).words).not.toContain('plan');
  });

  it.each(['/a"b', '/a</style><script>', '/a\\b', '/a\nb'])('at %j ends neither its CSS nor the element', (value) => {
    const { text = '' } = rulesText([change({ what: 'background', value, audience })], none);
    expect(text.split('</style>')[0]).toMatch(
      /^<style>\n\.picture-[a-z0-9-]+ \{ background-image: url\("[^"\\\n<]*"\) !important \}\n$/,
    );
  });
});
