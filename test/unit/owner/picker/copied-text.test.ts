import { describe, expect, it } from 'vitest';
import {
  conditionsOf,
  describeAudience,
  everybody,
  isTooMuch,
  parseAudience,
} from '../../../../src/owner/picker/audience.ts';
import { createChanges, type PageChange, parseChange, rulesOfAll } from '../../../../src/owner/picker/changes.ts';
import { everyPage } from '../../../../src/owner/picker/pages.ts';
import { attributesText, classesText, htmlText, rulesText } from '../../../../src/owner/picker/copied-text.ts';
import { change, except, only } from './page-changes.ts';

/** What the owner reads above the lines to copy. */
const heading = 'Heading 1 (h1)';
const onMobile = { ...only('FR', 'eu'), device: 'mobile' };
const boots = { tag: 'h1', attributes: [], inner: 'Boots', isVoid: false };

describe('a picture', () => {
  const picture = change({ select: 'img', what: 'src', value: '/jp.jpg', audience: only('JP') });

  it.each([
    ['several sizes changes all of them, because browsers take those before its src', true, { srcset: '/jp.jpg' }],
    ['one size changes its src alone', false, {}],
  ])('of %s', (_, hasSizes, more) =>
    expect(rulesOfAll([{ ...picture, ...(hasSizes && { hasSizes }) }])).toEqual([
      { select: 'img', src: '/jp.jpg', ...more, when: 'country: JP' },
    ]),
  );
});

describe('an audience', () => {
  it.each([
    [everybody, []],
    [{ ...everybody, device: 'mobile', language: 'fr' }, ['device: mobile; language: fr']],
    [only('FR', 'DE'), ['country: FR DE']],
    [only('FR', 'US-CA', 'eu'), ['country: FR', 'state: US-CA', 'group: eu']],
    [only('continent-EU', 'EU', 'continent-AS'), ['country: EU', 'continent: EU AS']],
    [except('continent-EU', 'JP'), ['not-country: JP; not-continent: EU']],
    [onMobile, ['country: FR; device: mobile', 'group: eu; device: mobile']],
    [except('FR', 'eu'), ['not-country: FR; not-group: eu']],
    [{ ...except('FR'), language: 'en' }, ['not-country: FR; language: en']],
    [only(), ['']],
  ])('%j is these conditions, of which one must hold', (audience, conditions) => {
    expect(conditionsOf(audience)).toEqual(conditions);
  });

  it('places of several kinds are too much for showing only beside a device', () => {
    expect(isTooMuch(onMobile)).toBe(true);
    expect(isTooMuch(only('FR', 'eu'))).toBe(false);
    expect(isTooMuch({ ...only('FR', 'DE'), device: 'mobile' })).toBe(false);
    expect(isTooMuch({ ...except('FR', 'eu'), device: 'mobile' })).toBe(false);
  });

  it('is described by the names of its places', () =>
    expect(describeAudience({ ...except('FR'), device: 'mobile', language: 'de' }, () => 'France')).toBe(
      'everybody but France, mobile, language de',
    ));

  it.each([undefined, null, 'only', [], { scope: 'none', places: 'FR', device: 1 }, { places: [1, null] }])(
    '%j in the storage is everybody',
    (given) => expect(parseAudience(given)).toEqual(everybody),
  );
});

describe('rules of changes', () => {
  it('those for some stand before those for everybody, and a later one before an earlier one', () => {
    const changes = [
      change({ value: 'In {city}' }),
      change({ value: 'Bonjour', audience: only('FR') }),
      change({ value: 'Salut', audience: only('FR') }),
    ];
    expect(rulesOfAll(changes).map(({ text }) => text)).toEqual(['Salut', 'Bonjour', 'In {city}']);
  });

  const neither = 'not-country: FR; not-group: eu';
  it.each([
    ['show', only('FR'), { show: 'country: FR' }],
    ['hide', only('FR'), { hide: 'country: FR' }],
    ['show', only('FR', 'eu'), { hide: neither }],
    ['hide', only('FR', 'eu'), { show: neither }],
    ['show', except('FR', 'eu'), { show: neither }],
    ['hide', except('FR', 'eu'), { hide: neither }],
  ] as const)('%s %j is one rule', (what, audience, rule) =>
    expect(rulesOfAll([change({ what, value: '', audience })])).toEqual([{ select: 'h1', ...rule }]),
  );
});

describe('pages', () => {
  const onPage = '/products/shoe';

  const when = 'path: /products/shoe';
  const shown = { what: 'show', value: '', pages: onPage } as const;
  it.each<[Partial<PageChange>, readonly object[]]>([
    [{ audience: only('FR') }, [{ text: 'Hello', when: `country: FR; ${when}` }]],
    [{ value: '{city}' }, [{ text: '{city}', when }]],
    [
      { audience: only('FR', 'eu') },
      [
        { text: 'Hello', when: `country: FR; ${when}` },
        { text: 'Hello', when: `group: eu; ${when}` },
      ],
    ],
    [{ ...shown, audience: only('FR') }, [{ show: 'country: FR', when }]],
    [{ ...shown, audience: only('FR', 'eu') }, [{ hide: 'not-country: FR; not-group: eu', when }]],
  ])('%j on a page is rules for it', (given, rules) =>
    expect(rulesOfAll([change({ ...given, pages: onPage })])).toEqual(rules.map((rule) => ({ select: 'h1', ...rule }))),
  );

  it('rules for fewer pages come before those for more, whoever they are for', () => {
    const changes = [
      change({ value: '{city}', pages: onPage }),
      change({ value: 'Every', audience: only('FR') }),
      change({ value: 'Folder', audience: only('FR'), pages: '/products/*' }),
      change({ value: 'Page', audience: only('FR'), pages: onPage }),
    ];
    expect(rulesOfAll(changes).map(({ text }) => text)).toEqual(['Page', '{city}', 'Folder', 'Every']);
  });

  it('attributes and HTML say on which pages words and prices are', () => {
    const words = change({ audience: only('FR'), pages: onPage });
    expect(attributesText([words]).text).toBe(
      `${heading}\ndata-geo-text\nHello\ndata-geo-when\ncountry: FR; path: /products/shoe`,
    );
    expect(htmlText([words, change({ audience: only('DE'), pages: onPage })], () => boots).text).toContain(
      '<geo-case country="FR" path="/products/shoe" hidden>Hello</geo-case>',
    );
  });

  it('only rules say on which pages something shows', () => {
    const changes = [change({ ...shown, audience: only('FR') })];
    for (const copied of [attributesText(changes), classesText(changes), htmlText(changes, () => boots)])
      expect([copied.text, copied.words]).toEqual([undefined, expect.stringMatching(/pages?\b/)]);
  });

  it.each([undefined, 1, 'FR', '; country: FR'])('%j in the storage is every page', (pages) => {
    expect(parseChange({ ...change(), pages })[0]?.pages).toBe(everyPage);
  });

  it('pages of a change come back from the storage, and bring no other condition', () => {
    expect(parseChange(change({ pages: onPage }))[0]?.pages).toBe(onPage);
    expect(parseChange(change({ pages: '/a; country: FR' }))[0]?.pages).toBe('/a*');
  });
});

describe('changes', () => {
  it('go back and forward, and a new step ends the way forward', () => {
    const changes = createChanges(undefined, () => {});
    for (const value of ['a', 'b']) changes.put(change({ value }));
    changes.put(change({ value: 'c' }), 0);
    changes.remove(1);
    const values = () => changes.all().map(({ value }) => value);
    expect(values()).toEqual(['c']);
    changes.undo();
    changes.undo();
    expect(values()).toEqual(['a', 'b']);
    changes.redo();
    expect(values()).toEqual(['c', 'b']);
    changes.put(change({ value: 'd' }));
    expect(changes.canRedo()).toBe(false);
    for (let steps = 0; steps < 10; steps += 1) changes.undo();
    expect(values()).toEqual([]);
    expect(changes.canUndo()).toBe(false);
  });

  it('come back from what was kept', () => {
    const changes = createChanges(undefined, () => {});
    changes.put(change({ audience: only('FR') }));
    const again = createChanges(JSON.parse(JSON.stringify(changes.kept())), () => {});
    expect(again.all()).toEqual(changes.all());
    expect(again.canUndo()).toBe(true);
  });

  it.each([null, 1, 'x', [], { lists: 1 }, { lists: [1] }, { lists: [[{}]] }, { lists: [[]], at: 'x' }, { at: -1 }])(
    'are none where the storage has %j',
    (kept) => expect(createChanges(kept, () => {}).all()).toEqual([]),
  );

  it('something that is no change of ours is not read', () => {
    expect(parseChange({ ...change(), what: 'constructor' })).toEqual([]);
    expect(parseChange({ ...change(), select: 1 })).toEqual([]);
  });
});

describe('what is copied', () => {
  const city = change({ value: '{city}' });
  const french = change({ audience: only('FR') });

  it('the block has all that was in the block of the page, and no tag can end it', () => {
    const block = { groups: { near: 'DE' }, rules: [{ select: 'p', text: '{city}' }], note: '</script>' };
    const changes = [change({ value: '</script><b>', audience: only('FR') })];
    const { text = '' } = rulesText(changes, { block, hasServerRules: false });
    const inner = text.replace(/^<script[^>]*>/, '').replace(/<\/script>$/, '');
    expect(inner).not.toContain('<');
    expect(JSON.parse(inner)).toEqual({
      groups: { near: 'DE' },
      note: '</script>',
      rules: [{ select: 'h1', text: '</script><b>', when: 'country: FR' }, ...block.rules],
    });
  });

  it('rules at an address are put before those in the file', () => {
    const { text, words } = rulesText([city], { block: { rules: '/rules.json' }, hasServerRules: false });
    expect(JSON.parse(text ?? '')).toEqual([{ select: 'h1', text: '{city}' }]);
    expect(words).toContain('/rules.json');
  });

  it('a settings block that cannot be read is said to lose what was in it', () => {
    const { words } = rulesText([city], { block: 'unreadable', hasServerRules: false });
    expect(words).toContain('cannot be read');
    expect(words).not.toContain('All that was in it');
  });

  it('rules of the server are said to come first, and rules beyond the last that is read to do nothing', () => {
    const rules = Array.from({ length: 256 }, (_, index) => ({ select: `#n${index}`, text: '{city}' }));
    const { words } = rulesText([city], { block: { rules }, hasServerRules: true });
    expect(words).toContain('Your server has rules of its own, which come first.');
    expect(words).toContain('the last 1 of these do nothing');
  });

  it('attributes say a text for some, and what shows beside it', () => {
    const shown = change({ what: 'show', value: '', audience: only('FR', 'DE') });
    expect(attributesText([french, shown]).text).toBe(
      `${heading}\ndata-geo-text\nHello\ndata-geo-show\ncountry: FR DE\ndata-geo-when\ncountry: FR`,
    );
  });

  it.each([
    ['two texts', [french, change({ audience: only('DE') })]],
    ['a text and a price', [city, change({ what: 'currency', value: 'USD 1, EUR 1' })]],
    ['a text and a class for others', [french, change({ what: 'class', audience: only('DE') })]],
    ['a text and a class for all', [french, change({ what: 'class', value: 'in-{country}' })]],
    ['places of several kinds', [change({ audience: only('FR', 'eu') })]],
    ['a text that is no template, for all', [change()]],
  ])('attributes cannot say %s', (_what, changes) => expect(attributesText(changes).text).toBeUndefined());

  it.each([
    ['show', only('FR', 'eu'), 'geo-show-fr geo-show-eu'],
    ['show', except('FR'), 'geo-hide-fr'],
    ['hide', only('FR'), 'geo-hide-fr'],
    ['hide', except('FR'), 'geo-show-fr'],
  ] as const)('classes say %s %j', (what, audience, classes) => {
    expect(classesText([change({ what, value: '', audience })]).text).toBe(`${heading}\n${classes}`);
  });

  it.each([
    ['a state', change({ what: 'show', value: '', audience: only('US-CA') })],
    ['a device', change({ what: 'show', value: '', audience: { ...only('FR'), device: 'mobile' } })],
    ['words', french],
  ])('classes cannot say %s', (_what, one) => expect(classesText([one]).text).toBeUndefined());

  const written = { ...boots, attributes: [{ name: 'id', value: 'a"b' }] };

  it('HTML has what was written, escaped', () => {
    const { text } = htmlText([change({ value: '"<&', audience: only('FR') })], () => written);
    expect(text).toBe('<h1 id="a&quot;b" data-geo-text="&quot;&lt;&amp;" data-geo-when="country: FR">Boots</h1>');
  });

  it('HTML has an element of Geolet for each of several texts', () => {
    const changes = [change({ value: 'A<b', audience: onMobile }), change({ value: 'B', audience: only('DE') })];
    expect(htmlText(changes, () => written).text).toBe(
      '<h1 id="a&quot;b"><geo-switch><geo-case country="DE" hidden>B</geo-case><geo-case country="FR" device="mobile" hidden>A&lt;b</geo-case><geo-case group="eu" device="mobile" hidden>A&lt;b</geo-case>Boots</geo-switch></h1>',
    );
  });

  it('HTML cannot say an address for two audiences, nor an element that is not there', () => {
    const link = { what: 'href', value: '/fr' } as const;
    const changes = [change({ ...link, audience: only('FR') }), change({ ...link, audience: only('DE') })];
    expect(htmlText(changes, () => written).text).toBeUndefined();
    expect(htmlText([city], () => undefined).text).toBeUndefined();
  });

  it('an element without content has no end', () => {
    const picture = { tag: 'img', attributes: [{ name: 'src', value: '/a.gif' }], inner: '', isVoid: true };
    expect(htmlText([change({ what: 'src', value: '/{country}.gif' })], () => picture).text).toBe(
      '<img src="/a.gif" data-geo-src="/{country}.gif">',
    );
  });
});
