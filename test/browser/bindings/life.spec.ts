import { expect, open, settled, test, visibleText } from '../support/test.ts';

test('nodes added later are bound, and rebound when their attribute changes', async ({ page, site }) => {
  await open(page, site.page('<main></main>'));
  await page.evaluate(() => {
    const main = document.querySelector('main');
    if (main)
      main.innerHTML = '<section><p data-geo-text="{city}">you</p></section><p class="geo-hide-fr">not here</p>';
  });
  await expect(page.locator('section p')).toHaveText('Lyon');
  expect(await visibleText(page.locator('main'))).toBe('Lyon');
  await page.locator('section p').evaluate((element) => element.setAttribute('data-geo-text', 'in {country}'));
  await expect(page.locator('section p')).toHaveText('in France');
  await page.locator('section p').evaluate((element) => element.removeAttribute('data-geo-text'));
  await expect(page.locator('section p')).toHaveText('you');
});

test('a moved node keeps its binding and a clone gets its own', async ({ page, site }) => {
  await open(page, site.page('<main><p data-geo-text="{city}">you</p></main><aside></aside>'));
  await page.evaluate(() => {
    const moved = document.querySelector('p');
    if (moved) document.querySelector('aside')?.append(moved, moved.cloneNode(true));
  });
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  await page.evaluate(() => globalThis.geolet?.reset());
  expect(await visibleText(page.locator('aside'))).toBe('Lyon Lyon');
});

test('an element that the page has frozen follows, and so does what stands behind it', async ({ page, site }) => {
  const body =
    '<p data-geo-text="{city}">you</p><p data-geo-text="{city}">you</p><script>Object.freeze(document.querySelector("p"))</script>';
  await open(page, site.page(body));
  await expect(page.locator('p')).toHaveText(['Lyon', 'Lyon']);
  await page.evaluate(() => globalThis.geolet?.override('country: JP; city: Osaka'));
  await expect(page.locator('p')).toHaveText(['Osaka', 'Osaka']);
});

test('a fight with another script ends after a few rounds with one line @rare', async ({ page, site, expectLines }) => {
  expectLines(/contested/);
  const url = site.page(`<p data-geo-text="{city}">you</p><script>
    window.writes = 0;
    const p = document.querySelector('p');
    new MutationObserver(() => { if (p.firstChild.data !== 'mine') { window.writes++; p.firstChild.data = 'mine'; } }).observe(p, { characterData: true, childList: true, subtree: true });
  </script>`);
  await open(page, url);
  await expect(page.locator('p')).toHaveText('mine');
  const writes = await page.evaluate(() => Number(Reflect.get(window, 'writes')));
  expect(writes).toBeGreaterThan(2);
  expect(writes).toBeLessThan(30);
});

test('a fight with timers over ever new texts ends too @rare', async ({ page, site, expectLines }) => {
  expectLines(/contested/);
  await open(
    page,
    site.page(`<p data-geo-text="{city}">you</p><script>
    window.writes = 0;
    const p = document.querySelector('p');
    new MutationObserver(() => setTimeout(() => { if (p.firstChild.data === 'Lyon') p.firstChild.data = 'mine ' + ++window.writes; })).observe(p, { characterData: true, childList: true, subtree: true });
  </script>`),
  );
  // Between two tasks it reads Lyon for as long as it is written again.
  await expect(page.locator('p')).toHaveText(/^mine \d+$/);
});

for (const everyMs of [50, 700, 1000]) {
  test(`what is put back every ${everyMs} ms is written again each time, for ever @rare`, async ({ page, site }) => {
    await page.clock.install();
    await open(
      page,
      site.page(`<p data-geo-text="{city}">you</p><a href="/" data-geo-href="/{country:lower}">x</a><p data-geo-show="country: DE">here</p><script>
      window.undone = 0;
      const [text, hidden] = document.querySelectorAll('p');
      const link = document.querySelector('a');
      setInterval(() => {
        if (text.firstChild.data === 'Lyon' && link.pathname === '/fr' && hidden.hidden) window.undone++;
        text.textContent = 'you';
        link.setAttribute('href', '/');
        hidden.hidden = false;
      }, ${everyMs});
    </script>`),
    );
    await page.clock.runFor(200 * everyMs);
    await expect(page.locator('p').first()).toHaveText('Lyon');
    await expect(page.locator('a')).toHaveAttribute('href', `${site.url}/fr`);
    await expect(page.locator('p').last()).toBeHidden();
    expect(await page.evaluate(() => Number(Reflect.get(window, 'undone')))).toBeGreaterThan(190);
  });
}

test('a page that renders a new text in each frame is followed each time', async ({ page, site }) => {
  await open(page, site.page('<p data-geo-text="{city}">0</p>'));
  const shown = await page.evaluate(async () => {
    const shown = new Set<string | null | undefined>();
    for (let count = 1; count <= 60; count++) {
      await new Promise(requestAnimationFrame);
      const text = document.querySelector('p')?.firstChild;
      if (text) text.nodeValue = String(count);
      await Promise.resolve();
      shown.add(document.querySelector('p')?.textContent);
    }
    return [...shown];
  });
  expect(shown).toEqual(['Lyon']);
  await page.evaluate(() => globalThis.geolet?.override('unknown'));
  await expect(page.locator('p')).toHaveText('60');
});

test('a write that is undone once is repeated', async ({ page, site }) => {
  await open(page, site.page('<p data-geo-text="{city}">you</p><a href="/" data-geo-href="/{country:lower}">x</a>'));
  await page.evaluate(() => {
    const p = document.querySelector('p');
    if (p) p.textContent = 'you';
    document.querySelector('a')?.setAttribute('href', '/');
  });
  await expect(page.locator('p')).toHaveText('Lyon');
  await expect(page.locator('a')).toHaveAttribute('href', `${site.url}/fr`);
});

test('destroy puts every bound node back as it was', async ({ page, site }) => {
  const markup = `<main>
    <p data-geo-text="{city}">you</p><p data-geo-text="{city}"></p><p data-geo-show="country: JP">A</p><p hidden data-geo-show="country: FR">B</p>
    <p class="geo-show-fr geo-hidden">C</p><p data-geo-class="in-{country}">D</p><p class="own in-fr" data-geo-class="in-{country} on-{city}">E</p>
    <a href="/x" data-geo-href="/{country}">F</a><img alt="" data-geo-alt="{city}" src="/a.gif"><p class="box" data-geo-hide="country: FR">G</p>
    <input data-geo-value="{city}"><p data-geo-currency="USD 1, EUR 2">$1</p></main>`;
  const head = '<style>.box{display:flex}</style>';
  await page.goto(site.page(markup, { head, tag: '' }));
  const before = await page.content();
  await open(page, site.page(markup, { head, path: '/bound' }));
  expect(await page.locator('p').nth(5).getAttribute('class')).toBe('in-fr');
  expect(await page.locator('p').nth(6).getAttribute('class')).toBe('own in-fr on-lyon');
  const equal = await page.evaluate((html) => {
    globalThis.geolet?.destroy();
    const written = new DOMParser().parseFromString(html, 'text/html');
    return (
      document.body.isEqualNode(written.body) &&
      document.documentElement.attributes.length === written.documentElement.attributes.length
    );
  }, before);
  expect(equal, await page.content()).toBe(true);
  await expect(page.locator('input')).toHaveValue('');
});

test('with bindings="load" nothing is bound before the page has loaded', async ({ page, site }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  site.file(
    '/slow.gif',
    (_request, response) =>
      void held.then(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture)),
  );
  const tag = '<script async src="/geolet.js" data-bindings="load"></script>';
  await page.goto(
    site.page('<p data-geo-text="{city}">you</p><geo-text template="{city}">x</geo-text><img src="/slow.gif" alt="">', {
      tag,
    }),
    { waitUntil: 'commit' },
  );
  await settled(page);
  expect(await visibleText(page.locator('p'))).toBe('you');
  expect(await visibleText(page.locator('geo-text'))).toBe('Lyon');
  release();
  await expect(page.locator('p')).toHaveText('Lyon');
});

test('with bindings="load" nothing is bound while tasks of the page’s load go on', async ({ page, site }) => {
  const tag = '<script async src="/geolet.js" data-bindings="load"></script>';
  await page.addInitScript(() => {
    let frames = 0;
    const { port1, port2 } = new MessageChannel();
    const seen = () => document.querySelector('p')?.textContent;
    port1.addEventListener('message', () =>
      frames < 3 ? port2.postMessage(undefined) : document.documentElement.setAttribute('data-seen', seen() ?? ''),
    );
    port1.start();
    const countFrames = () =>
      requestAnimationFrame(() => {
        if (globalThis.geolet?.visitor) frames++;
        countFrames();
      });
    addEventListener('load', () => {
      port2.postMessage(undefined);
      countFrames();
    });
  });
  await page.goto(site.page('<p data-geo-text="{city}">you</p>', { tag }));
  await expect(page.locator('html')).toHaveAttribute('data-seen', 'you');
  await expect(page.locator('p')).toHaveText('Lyon');
});

test('with bindings="load" what is bound is written also on a page that never rests', async ({ page, site }) => {
  const tag = '<script async src="/geolet.js" data-bindings="load"></script>';
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => port2.postMessage(undefined));
    port1.start();
    port2.postMessage(undefined);
  });
  await page.goto(site.page('<p data-geo-text="{city}">you</p>', { tag }));
  await expect(page.locator('p')).toHaveText('Lyon');
});

test('with bindings="manual" only what is handed to scan is bound', async ({ page, site }) => {
  const tag = '<script async src="/geolet.js" data-bindings="manual"></script>';
  await open(
    page,
    site.page('<main><p data-geo-text="{city}">you</p></main><aside><p data-geo-text="{city}">you</p></aside>', {
      tag,
    }),
  );
  expect(await visibleText(page.locator('body'))).toBe('you you');
  await page.evaluate(() => globalThis.geolet?.scan(document.querySelector('aside') ?? document));
  expect(await visibleText(page.locator('body'))).toBe('you Lyon');
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  await page.evaluate(() => globalThis.geolet?.reset());
  await page.evaluate(() => document.querySelector('main')?.append('!'));
  expect(await visibleText(page.locator('body'))).toBe('you ! Lyon');
});

test('text that arrives in pieces is right from its first piece on', async ({ page, site }) => {
  let send = (_piece: string, _last?: boolean) => {};
  site.file('/streamed', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    send = (piece, last) => (last ? response.end(piece) : response.write(piece));
    send(
      `<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><script src="/geolet.js"></script></head><body>${' '.repeat(2000)}<p>first</p><p id="a" data-geo-text="Shoes for {city}">Shoes `,
    );
  });
  await page.goto(`${site.url}/streamed`, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.geolet?.visitor && document.querySelector('#a'));
  expect(await visibleText(page.locator('#a'))).toBe('Shoes for Lyon');
  send(`for you</p><p>${'x'.repeat(5000)}</p>`);
  await expect(page.locator('#a')).toHaveText('Shoes for Lyon');
  send('<p id="b" data-geo-text="{country}">end</p>', true);
  await expect(page.locator('#b')).toHaveText('France');
  expect(await visibleText(page.locator('#a'))).toBe('Shoes for Lyon');
});

test('a form with a field called parentNode does not hang a page @rare', async ({ page, site }) => {
  let finish = () => {};
  site.file('/streamed', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write(
      `<!doctype html><script src="/geolet.js"></script><body>${' '.repeat(4096)}<form data-geo-show="country: FR" hidden><input name="parentNode">`,
    );
    finish = () => response.end('form</form>');
  });
  await page.goto(`${site.url}/streamed`, { waitUntil: 'commit' });
  await expect(page.locator('form')).toBeVisible();
  finish();
  await expect.poll(() => visibleText(page.locator('form'))).toBe('form');
});

test('each of a hundred shadow roots that are scanned is watched by itself @rare', async ({ page, site }) => {
  await page.addInitScript(() => {
    const { observe } = MutationObserver.prototype;
    let times = 0;
    MutationObserver.prototype.observe = function (...given) {
      Reflect.set(globalThis, Symbol.for('observed'), ++times);
      observe.apply(this, given);
    };
  });
  await open(page, site.page('<main></main>'));
  const observed = () => page.evaluate(() => Reflect.get(globalThis, Symbol.for('observed')) as number);
  const before = await observed();
  await page.evaluate(() => {
    for (let made = 0; made < 100; made++) {
      const host = document.createElement('p');
      document.querySelector('main')?.append(host);
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<b data-geo-text="{city}">here</b>';
      globalThis.geolet?.scan(root);
    }
  });
  await page.evaluate(() => globalThis.geolet?.override('JP; city: Osaka'));
  expect(
    await page.evaluate(() => [
      ...new Set([...document.querySelectorAll('main p')].map((host) => host.shadowRoot?.textContent)),
    ]),
  ).toEqual(['Osaka']);
  // Each when it is scanned and after its own passes, and not after those of all the others.
  expect((await observed()) - before).toBeLessThan(500);
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(
    await page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll('main p')].map(
          (host) => `${host.shadowRoot?.textContent} ${host.shadowRoot?.adoptedStyleSheets.length}`,
        ),
      ),
    ]),
  ).toEqual(['here 0']);
});

test('a scanned shadow root is held no longer than by the page @rare', async ({ page, context, site }) => {
  await open(page, site.page('<main></main>'));
  await page.evaluate(() => {
    const made: WeakRef<ShadowRoot>[] = [];
    let kept: Element | undefined;
    for (let round = 0; round < 200; round++) {
      const host = document.createElement('p');
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<b data-geo-text="{country}">here</b>';
      document.querySelector('main')?.replaceChildren(host);
      globalThis.geolet?.scan(root);
      made.push(new WeakRef(root));
      kept ??= host;
    }
    document.querySelector('main')?.replaceChildren();
    Reflect.set(globalThis, Symbol.for('made'), made);
    Reflect.set(globalThis, Symbol.for('kept'), kept);
  });
  const devTools = await context.newCDPSession(page);
  const held = async () => {
    await devTools.send('HeapProfiler.collectGarbage');
    return page.evaluate(
      () =>
        (Reflect.get(globalThis, Symbol.for('made')) as WeakRef<ShadowRoot>[]).filter((made) => made.deref()).length,
    );
  };
  await expect.poll(held).toBeLessThan(20);
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  await page.evaluate(() =>
    document.querySelector('main')?.append(Reflect.get(globalThis, Symbol.for('kept')) as Element),
  );
  expect(await visibleText(page.locator('main'))).toBe('Japan');
  await page.evaluate(() => globalThis.geolet?.reset());
  expect(await visibleText(page.locator('main'))).toBe('France');
});

test('of what comes and goes while nobody looks nothing is held @rare', async ({ page, context, site }) => {
  await page.addInitScript(() => {
    const waiting: FrameRequestCallback[] = [];
    Reflect.set(globalThis, Symbol.for('look'), () =>
      waiting.splice(0).forEach((callback) => callback(performance.now())),
    );
    globalThis.requestAnimationFrame = (callback) => waiting.push(callback);
  });
  await page.goto(site.page('<main></main>'));
  await expect.poll(() => page.evaluate(() => !!globalThis.geolet?.visitor)).toBe(true);
  await page.evaluate(async () => {
    const made: WeakRef<Element>[] = [];
    Reflect.set(globalThis, Symbol.for('made'), made);
    const main = document.querySelector('main');
    for (let round = 0; round < 500; round++) {
      const row = document.createElement('p');
      row.setAttribute('data-geo-text', '{city}');
      row.append('here');
      made.push(new WeakRef(row));
      main?.replaceChildren(row);
      await Promise.resolve();
    }
  });
  const devTools = await context.newCDPSession(page);
  const held = async () => {
    await devTools.send('HeapProfiler.collectGarbage');
    return page.evaluate(
      () => (Reflect.get(globalThis, Symbol.for('made')) as WeakRef<Element>[]).filter((made) => made.deref()).length,
    );
  };
  await expect.poll(held).toBeLessThan(100);
  await page.evaluate(() => (Reflect.get(globalThis, Symbol.for('look')) as () => void)());
  expect(await visibleText(page.locator('main'))).toBe('Lyon');
});

for (const [how, edit] of [
  ['one element', () => document.querySelector('p')?.setAttribute('contenteditable', '')],
  ['the whole page', () => void (document.designMode = 'on')],
] as const) {
  test(`what is typed into a bound text stays, where ${how} is edited @rare`, async ({ page, site }) => {
    await open(page, site.page('<p data-geo-text="in {city}">here</p>'));
    await page.evaluate(edit);
    await page.locator('p').click();
    await page.keyboard.press('End');
    for (const letter of '!!!!!!!!') {
      await page.keyboard.press(letter);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    await page.evaluate(() => globalThis.geolet?.override('JP'));
    expect(await visibleText(page.locator('p'))).toBe('in Lyon!!!!!!!!');
    await page.evaluate(() => globalThis.geolet?.destroy());
    expect(await visibleText(page.locator('p'))).toBe('in Lyon!!!!!!!!');
  });
}

test('a translator’s wrapping is left in peace', async ({ page, site }) => {
  await open(page, site.page('<p data-geo-text="Hello {city}">Hello</p>'));
  await page.evaluate(() => {
    const p = document.querySelector('p');
    if (p) p.innerHTML = '<font>Bonjour Lyon</font>';
  });
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  await expect(page.locator('p')).toHaveText('Bonjour Lyon');
});

test('a copy of a rewritten element goes back to what the owner wrote, as the first does', async ({ page, site }) => {
  const html =
    '<div><p id="a" data-geo-text="in {country}">here</p></div><p class="part" data-geo-hide="country: FR">A</p>';
  await open(page, site.page(html));
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('#a,.part')) element.after(element.cloneNode(true));
  });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.locator('#a').allTextContents()).toEqual(['in France', 'in France']);
  await page.evaluate(() => geolet?.override('JP'));
  await expect(page.locator('#a').last()).toHaveText('in Japan');
  expect(await page.locator('.part').evaluateAll((parts) => parts.map((part) => part.checkVisibility()))).toEqual([
    true,
    true,
  ]);
  await page.evaluate(() => geolet?.destroy());
  expect(await page.locator('#a').allTextContents()).toEqual(['here', 'here']);
});

test('what is copied right before the visitor changes is as the owner wrote it, too @rare', async ({ page, site }) => {
  const written =
    '<p data-geo-text="in {country}">here</p><p class="own" data-geo-class="in-{country}">A</p><p class="geo-show-jp">B</p>';
  await open(page, site.page(`<main>${written}</main>`));
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  await page.evaluate(() => {
    const main = document.querySelector('main');
    if (main) main.innerHTML += main.innerHTML;
    globalThis.geolet?.reset();
  });
  expect(await visibleText(page.locator('main'))).toBe('in France A in France A');
  await expect(page.locator('.own').last()).toHaveClass('own in-fr');
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await page.evaluate(() => document.querySelector('main')?.innerHTML)).toBe(written + written);
});

test('what a custom element makes of a bound attribute is bound too @rare', async ({ page, site }) => {
  const url = site.page(`
    <script>
      customElements.define('x-card', class extends HTMLElement {
        static observedAttributes = ['title'];
        attributeChangedCallback(name, before, title) { this.innerHTML = title + ': <b data-geo-text="in {country}">here</b>'; }
      });
    </script>
    <x-card data-geo-title="Shop in {city}" title="Shop"></x-card>`);
  await open(page, url);
  await expect(page.locator('x-card')).toHaveText('Shop in Lyon: in France');
});

test('what a script brings with the text that we would write is kept as written', async ({ page, site }) => {
  await open(page, site.page('<div id="list"></div>'));
  await page.evaluate(() => {
    for (const text of ['in France', 'here'])
      document.querySelector('#list')?.append(Object.assign(document.createElement('p'), { textContent: text }));
    for (const element of document.querySelectorAll('#list p')) element.setAttribute('data-geo-text', 'in {country}');
  });
  await expect(page.locator('#list p').last()).toHaveText('in France');
  await page.evaluate(() => geolet?.destroy());
  expect(await page.locator('#list p').allTextContents()).toEqual(['in France', 'here']);
});

test('what is destroyed by who is told of a mistake stays as it was @rare', async ({ page, site, expectLines }) => {
  expectLines(/kept-back: latitude/);
  await page.addInitScript(() => document.addEventListener('geo-error', () => globalThis.geolet?.destroy()));
  await page.goto(site.page('<p data-geo-text="Post {latitude|none} {country}">here</p>'));
  await page.waitForFunction(() => !document.documentElement.hasAttribute('data-visitor-status') && globalThis.geolet);
  await expect(page.locator('p')).toHaveText('here');
});

test('what is destroyed in the middle of a long pass does not watch the page again @rare', async ({ page, site }) => {
  await open(page, site.page('<div id="list"></div>'));
  const watched = await page.evaluate(async () => {
    const list = document.querySelector('#list');
    if (list) list.innerHTML = '<p data-geo-text="in {country}">here</p>'.repeat(10_000);
    geolet?.scan();
    geolet?.destroy();
    let watched = 0;
    const { observe } = MutationObserver.prototype;
    MutationObserver.prototype.observe = function (...args) {
      watched++;
      observe.apply(this, args);
    };
    for (let task = 0; task < 20; task++) await new Promise((resolve) => setTimeout(resolve));
    return watched;
  });
  expect(watched).toBe(0);
  expect(new Set(await page.locator('#list p').allTextContents())).toEqual(new Set(['here']));
});

test('ten thousand elements that come at once are bound in order, in several tasks @rare', async ({ page, site }) => {
  await open(page, site.page('<div id="list"></div>'));
  const tasks = await page.evaluate(async () => {
    const list = document.querySelector('#list');
    if (!list) return [];
    // As on a machine that is twenty times slower: a fast one would need one task.
    const clock = performance.now.bind(performance);
    performance.now = () => clock() * 20;
    list.innerHTML = '<p data-geo-text="in {country}">here</p>'.repeat(10_000);
    const texts = [...list.children].map(({ firstChild }) => firstChild);
    const written: (Node | null)[] = [];
    const tasks: number[] = [];
    await new Promise<void>((resolve) => {
      // Called once for each task that has written.
      new MutationObserver((records) => {
        tasks.push(records.length);
        written.push(...records.map(({ target }) => target));
        if (written.length === texts.length) resolve();
      }).observe(list, { subtree: true, characterData: true });
    });
    return texts.every((text, index) => written[index] === text) ? tasks : 'out of order';
  });
  expect(Number(tasks[0])).toBeGreaterThanOrEqual(2000);
  expect(tasks.length).toBeGreaterThan(1);
  await expect(page.locator('p').last()).toHaveText('in France');
});
