import { faults } from '../../support/site.ts';
import { asWritten, content, eachRow, expect, expectText, inLyon, requestsFor, test } from './told.ts';

/** Everything on the page that is not ours. */
function ownNames(): Record<string, string[]> {
  const owners = {
    window: globalThis,
    Object: Object.prototype,
    Array: Array.prototype,
    Function: Function.prototype,
    String: String.prototype,
    Promise: Promise.prototype,
    Node: Node.prototype,
    Element: Element.prototype,
    HTMLElement: HTMLElement.prototype,
    Document: Document.prototype,
    document,
    history,
    navigator,
  };
  return Object.fromEntries(
    Object.entries(owners).map(([name, owner]) => [name, Object.getOwnPropertyNames(owner).sort()]),
  );
}

test('one name on window, its queue, and nothing else of the page is ours', async ({ page, site }) => {
  const bound = '<h1 data-geo-text="Hello {country}">Hello you</h1>';
  await page.goto(site.page(bound, { path: '/plain', tag: '' }));
  const before = await page.evaluate(ownNames);
  await page.goto(site.page(bound));
  await expectText(page, 'Hello France');
  await page.evaluate(() => geolet?.override('JP'));
  const after = await page.evaluate(ownNames);
  expect(after.window?.filter((name) => !before.window?.includes(name))).toEqual(['geolet', 'geoletQueue']);
  expect({ ...after, window: [] }).toEqual({ ...before, window: [] });
});

test('elements add what copies of lit know each other by, and no more @rare', async ({ page, site }) => {
  await page.goto(site.page(content, { path: '/plain', tag: '' }));
  const before = await page.evaluate(ownNames);
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  const after = await page.evaluate(ownNames);
  expect(after.window?.filter((name) => !before.window?.includes(name))).toEqual([
    'geolet',
    'geoletQueue',
    'litPropertyMetadata',
    'reactiveElementVersions',
  ]);
  expect({ ...after, window: [] }).toEqual({ ...before, window: [] });
});

test("fetch, history and setTimeout are the page's own, before and after @rare", async ({ page, site }) => {
  await page.addInitScript(() =>
    Reflect.set(globalThis, Symbol.for('own'), [fetch, history.pushState, setTimeout, Promise, addEventListener]),
  );
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  expect(
    await page.evaluate(() =>
      [fetch, history.pushState, setTimeout, Promise, addEventListener].every(
        (value, index) => value === (Reflect.get(globalThis, Symbol.for('own')) as unknown[])[index],
      ),
    ),
  ).toBe(true);
});

test.describe('a page that has replaced fetch by one that @rare', () => {
  for (const [name, replace, code] of [
    [
      'throws',
      () =>
        void (globalThis.fetch = () => {
          throw new Error('patched');
        }),
      'network',
    ],
    ['rejects with nothing', () => void (globalThis.fetch = () => Promise.reject(undefined)), 'network'],
    ['gives no promise', () => void (globalThis.fetch = () => 42 as unknown as Promise<Response>), 'network'],
    ['gives no response', () => void (globalThis.fetch = async () => ({ ok: true }) as Response), 'network'],
    ['gives nothing', () => void (globalThis.fetch = async () => undefined as unknown as Response), 'network'],
    ['never ends', () => void (globalThis.fetch = () => new Promise(() => {})), 'timeout'],
  ] as const) {
    test(`${name} is as written and told why`, async ({ page, site, told, expectLines }) => {
      expectLines(new RegExp(`\\[geolet\\] ${code}: `));
      await page.addInitScript(replace);
      await page.goto(site.page(content));
      await expect.poll(() => told()).toEqual([`geo-error ${code}`, 'geo-ready none']);
      await expectText(page, asWritten);
    });
  }

  test('wraps the real one has its answer', async ({ page, site, told }) => {
    await page.addInitScript(() => {
      const real = fetch;
      globalThis.fetch = async (...given) => (await real(...given)).clone();
    });
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    expect(await told()).toEqual(['geo-ready network']);
  });
});

test.describe('a page that has changed the language works, with @rare', () => {
  for (const [name, change] of [
    [
      'Array.prototype.toJSON of Prototype.js',
      () =>
        Object.assign(Array.prototype, {
          toJSON(this: unknown[]) {
            return `[${this.join(', ')}]`;
          },
        }),
    ],
    [
      'enumerable names on prototypes',
      () =>
        void (Object.assign(Object.prototype, { extra: () => 'extra' }), Object.assign(Array.prototype, { each() {} })),
    ],
    [
      'Function.prototype.bind of MooTools',
      () =>
        Object.assign(Function.prototype, {
          bind(this: (...args: unknown[]) => unknown, self: unknown, args: unknown) {
            return () => this.apply(self, Array.isArray(args) ? args : [args]);
          },
        }),
    ],
    [
      'Event of MooTools',
      () =>
        void (globalThis.Event = function ({ type }: { type: string }) {
          if (type.startsWith('key')) throw new Error('none here');
        } as unknown as typeof Event),
    ],
    [
      'Array.from replaced',
      () => void (Array.from = ((list: ArrayLike<unknown>) => Array.prototype.slice.call(list)) as typeof Array.from),
    ],
    [
      'Promise wrapped',
      () => {
        const Real = Promise;
        globalThis.Promise = class extends Real<unknown> {} as PromiseConstructor;
      },
    ],
    [
      'matchMedia replaced by one whose answers are no event targets',
      () => void (globalThis.matchMedia = (() => ({ matches: false })) as unknown as typeof matchMedia),
    ],
    [
      'Response.prototype.json broken',
      () => void (Response.prototype.json = () => Promise.reject(new Error('patched'))),
    ],
    ['a frozen Object.prototype', () => void Object.freeze(Object.prototype)],
    [
      'every prototype frozen',
      () => {
        for (const { prototype } of [
          Object,
          Array,
          Function,
          Promise,
          Map,
          Set,
          WeakMap,
          WeakSet,
          String,
          RegExp,
          Error,
          Event,
          EventTarget,
          Node,
          Element,
          HTMLElement,
          Document,
          Text,
          AbortController,
          MutationObserver,
          Response,
          CSSStyleSheet,
        ])
          Object.freeze(prototype);
      },
    ],
    [
      'find and entries of Prototype.js',
      () =>
        Object.assign(Array.prototype, {
          entries(this: unknown[]) {
            return [...this];
          },
          find(this: unknown[], wanted: (value: unknown, index: number) => unknown) {
            return this.filter(wanted)[0];
          },
        }),
    ],
  ] as [string, () => unknown][]) {
    test(name, async ({ page, site, told }) => {
      await page.addInitScript(change);
      for (const source of ['network', 'cache']) {
        await page.goto(site.page(content));
        await expectText(page, inLyon);
        expect(await told()).toEqual([`geo-ready ${source}`]);
      }
    });
  }
});

test('an error handler that throws is given no error of ours @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] bad-record/, /\[geolet\] unsafe-binding/, /\[geolet\] unusable-template/);
  await page.addInitScript(() => {
    const given: unknown[] = [];
    Reflect.set(globalThis, Symbol.for('given'), given);
    const refuse = (event: unknown) => {
      given.push(event);
      throw new Error('the page’s own');
    };
    Object.assign(globalThis, { onerror: refuse, onunhandledrejection: refuse });
    addEventListener('error', refuse);
    addEventListener('unhandledrejection', refuse);
  });
  site.geo = faults.body('{');
  await page.goto(
    site.page(`${content}<iframe hidden data-geo-src="{city}"></iframe><p hidden data-geo-text="{planet}">A</p>`),
  );
  await expect.poll(() => told()).toEqual(expect.arrayContaining(['geo-error bad-record', 'geo-ready none']));
  await page.evaluate(() => geolet?.override('JP'));
  await page.evaluate(() => geolet?.destroy());
  await expectText(page, asWritten);
  expect(await page.evaluate(() => Reflect.get(globalThis, Symbol.for('given')) as unknown[])).toEqual([]);
});

test('what is on Object.prototype is read from no record', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] http: 404/, /Failed to load resource/, /kept-back: postal/);
  await page.addInitScript(() =>
    Object.assign(Object.prototype, {
      countryCode: 'XX',
      stateCode: 'YY',
      postalCode: '12345',
      timezone: 'Mars/Base',
      value: 'evil',
      endpoint: '/evil',
      storage: 'off',
      consent: 'required',
    }),
  );
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  expect(
    await page.evaluate(() => [
      geolet?.visitor?.postalCode,
      geolet?.matches('postal: 12345'),
      geolet?.matches('timezone: Mars/Base'),
      document.documentElement.dataset.visitorCountry,
    ]),
  ).toEqual([undefined, undefined, false, 'FR']);
  await page.evaluate(() => geolet?.override('unknown'));
  expect(
    await page.evaluate(() => [
      geolet?.visitor?.countryCode,
      geolet?.matches('country: XX'),
      document.documentElement.dataset.visitorCountry,
    ]),
  ).toEqual([undefined, undefined, undefined]);
  await page.evaluate(() => (geolet?.reset(), localStorage.clear()));
  site.geo = faults.status(404);
  await page.goto(
    site.page(content, { path: '/other', tag: '<script async src="/geolet.js" data-storage="off"></script>' }),
  );
  await expect.poll(() => told()).toEqual(['geo-error http', 'geo-ready none']);
  expect(
    await page.evaluate(() => [
      geolet?.visitor?.countryCode,
      document.documentElement.dataset.visitorCountry,
      geolet?.matches('country: XX'),
    ]),
  ).toEqual([undefined, undefined, undefined]);
  await expectText(page, asWritten);
  expect(requestsFor('/evil', site)).toBe(0);
});

for (const [name, take] of [
  ['without a console', () => void Object.defineProperty(globalThis, 'console', { value: undefined })],
  ['whose console cannot warn', () => void Reflect.deleteProperty(console, 'warn')],
  [
    'whose console throws',
    () =>
      void (console.warn = () => {
        throw new Error('patched');
      }),
  ],
] as const) {
  test(`a page ${name} is told of a failure by the event alone @rare`, async ({ page, site, told, expectLines }) => {
    expectLines(/Failed to load resource/);
    await page.addInitScript(take);
    site.geo = faults.status(404);
    await page.goto(site.page(content));
    await expect.poll(() => told()).toEqual(['geo-error http', 'geo-ready none']);
    await expectText(page, asWritten);
  });
}

test('a form called like a name of document, which is document.title then, breaks nothing', async ({ page, told }) => {
  const names = [
    'referrer',
    'body',
    'head',
    'title',
    'hidden',
    'scripts',
    'readyState',
    'documentElement',
    'adoptedStyleSheets',
    'baseURI',
    'addEventListener',
    'dispatchEvent',
  ];
  await eachRow(
    names.map((name) => [name, name]),
    page,
    async ([, name], site) => {
      await page.goto(
        site.page(`${content}<form name="${name}"></form>`, { tag: '<script defer src="/geolet.js"></script>' }),
      );
      await expectText(page, inLyon);
      expect(await told()).toEqual(['geo-ready network']);
    },
  );
});

test('a form with a field called slot shows and hides as others do', async ({ page, site }) => {
  const field = '<input type="hidden" name="slot">';
  const form = `<geo-if country="FR"><template><form>A${field}</form></template>B</geo-if> <geo-if country="JP"><form>C${field}</form><form slot="else" hidden>D${field}</form></geo-if>`;
  for (const _visit of ['first', 'repeat']) {
    await page.goto(site.page(form));
    await expectText(page, 'A D');
    await page.evaluate(() => geolet?.override('JP'));
    await expectText(page, 'B C');
    await page.evaluate(() => geolet?.reset());
    await expectText(page, 'A D');
    await expect(page.locator('form')).toHaveCount(3);
  }
  await page.evaluate(() => geolet?.destroy());
  await expect(page.locator('form')).toHaveCount(2);
});

test('a page without Intl and customElements has its bindings @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] file-refused/);
  await page.addInitScript(() => {
    for (const name of ['Intl', 'BroadcastChannel', 'structuredClone']) Reflect.deleteProperty(globalThis, name);
    Object.defineProperty(globalThis, 'customElements', { value: undefined });
  });
  await page.goto(site.page(content));
  await expect.poll(async () => (await told()).sort()).toEqual(['geo-error file-refused', 'geo-ready network']);
  await expectText(page, 'Hello France Always here. Shoes for you Two days.');
});

test.describe('without a name of the platform, no error reaches the page @rare', () => {
  const withoutElements = 'Hello France Always here. Shoes for you Two days.';
  const all: Outcome = { text: inLyon, told: ['geo-ready network'], lines: [] };
  const unsupported: Outcome = { text: asWritten, told: [], lines: [/^warning: \[geolet\] unsupported: TypeError: /] };
  const elementsRefused: Outcome = {
    text: withoutElements,
    told: ['geo-error file-refused', 'geo-ready network'],
    lines: [/^warning: \[geolet\] file-refused: elements: TypeError: /],
  };
  interface Outcome {
    readonly text: string;
    readonly told: readonly string[];
    readonly lines: readonly RegExp[];
  }
  const outcomes: Readonly<Record<string, Outcome>> = {
    AbortController: unsupported,
    AbortSignal: all,
    BroadcastChannel: all,
    CSSStyleSheet: elementsRefused,
    Event: all,
    Intl: all,
    MutationObserver: unsupported,
    ResizeObserver: all,
    URLSearchParams: all,
    crypto: all,
    customElements: elementsRefused,
    fetch: {
      text: asWritten,
      told: ['geo-error network', 'geo-ready none'],
      lines: [/^warning: \[geolet\] network: TypeError: fetch is not a function /],
    },
    indexedDB: all,
    localStorage: all,
    matchMedia: all,
    navigation: all,
    performance: unsupported,
    reportError: all,
    requestAnimationFrame: all,
    requestIdleCallback: all,
    sessionStorage: all,
    structuredClone: all,
  };
  for (const [name, { text, told: expected, lines }] of Object.entries(outcomes)) {
    test(name, async ({ page, site, told, expectLines }) => {
      expectLines(...lines);
      await page.addInitScript((missing) => Object.defineProperty(globalThis, missing, { value: undefined }), name);
      await page.goto(site.page(content));
      await expect.poll(async () => (await told()).sort()).toEqual(expected);
      await expectText(page, text);
    });
  }
});

test('a page that has frozen Symbol has its bindings and elements @rare', async ({ page, site, told }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Symbol, 'metadata');
    Object.freeze(Symbol);
  });
  await page.goto(site.page(content));
  await expectText(page, inLyon);
  expect(await told()).toEqual(['geo-ready network']);
});

test('a page that has broken updates is as written, and told @rare', async ({ page, site, told, expectLines }) => {
  expectLines(/\[geolet\] update-failed: Error: patched/);
  await page.addInitScript(() => {
    Element.prototype.getAttributeNames = () => {
      throw new Error('patched');
    };
  });
  await page.goto(site.page('<h1 data-geo-text="Hello {country}">Hello you</h1>'));
  await expect.poll(() => told()).toEqual(expect.arrayContaining(['geo-ready network', 'geo-error update-failed']));
  await expectText(page, 'Hello you');
});

test('the built files hold no eval, no innerHTML and no document.write of ours', async ({ site }) => {
  const text = await (await fetch(`${site.url}/geolet.js`)).text();
  expect(text).not.toMatch(/\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
});
