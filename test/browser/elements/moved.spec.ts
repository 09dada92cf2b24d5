import type { Page } from '@playwright/test';
import { expect, open, test, visibleText } from '../support/test.ts';
import { be, nextFrame } from './support.ts';

/** Moves an element without taking it out of the page, as htmx and idiomorph do. */
async function moveTo(page: Page, moved: string, target: string): Promise<void> {
  await page.evaluate(
    ([moved, target]) => {
      const node = document.querySelector(moved);
      const found = document.querySelector(target);
      if (node) (found?.matches('#host') ? found.shadowRoot : found)?.moveBefore(node, null);
    },
    [moved, target] as const,
  );
  await nextFrame(page);
}

test('what is moved keeps its nodes, its focus, and what was typed into a template', async ({ page, site }) => {
  const events = `<script>window.events = []; for (const type of ['geo-match', 'geo-unmatch', 'geo-before-update', 'focusout']) addEventListener(type, () => events.push(type), true)</script>`;
  const html = `${events}<section id="from"><div id="moved"><geo-if country="FR"><template><input aria-label="Name"></template></geo-if> <geo-text template="{city}">x</geo-text></div></section><main></main>`;
  await open(page, site.page(html));
  const input = page.getByRole('textbox');
  await input.fill('Ada');
  await page.evaluate(() => Reflect.set(window, 'events', []));
  await moveTo(page, '#moved', 'main');
  await expect(input).toBeFocused();
  await expect(input).toHaveValue('Ada');
  expect(await visibleText(page.locator('main'))).toBe('Lyon');
  expect(await page.evaluate(() => Reflect.get(window, 'events') as unknown)).toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await be(page, 'country: JP; city: Osaka');
  expect(await visibleText(page.locator('main'))).toBe('Osaka');
  await expect(input).toBeHidden();
});

test('what is moved follows the language, switch and data-geo-ignore around it there', async ({ page, site }) => {
  await open(
    page,
    site.page(
      `<p id="from"><geo-text template="{country}">you</geo-text></p>
      <p lang="de"></p><p data-geo-ignore></p>
      <geo-switch id="one"><geo-case id="case" country="FR" hidden>A</geo-case>B</geo-switch>
      <geo-switch id="two"><geo-case country="DE" hidden>C</geo-case>D</geo-switch>`,
    ),
  );
  const text = () => visibleText(page.locator('geo-text'));
  await moveTo(page, 'geo-text', '[lang=de]');
  expect(await text()).toBe('Frankreich');
  await moveTo(page, 'geo-text', '[data-geo-ignore]');
  expect(await text()).toBe('you');
  await moveTo(page, 'geo-text', '#from');
  expect(await text()).toBe('France');
  expect(await visibleText(page.locator('#one'))).toBe('A');
  await moveTo(page, '#case', '#two');
  expect(await visibleText(page.locator('#one'))).toBe('B');
  expect(await visibleText(page.locator('#two'))).toBe('A');
  await be(page, 'DE');
  expect(await visibleText(page.locator('#two'))).toBe('C');
});

test('what is moved into a shadow tree is right there, also bindings', async ({ page, site }) => {
  const html =
    '<p id="from"><geo-text template="{city}">x</geo-text></p><span data-geo-text="{city}">x</span><div id="host"></div><main></main>';
  await open(page, site.page(html));
  await page.evaluate(() => document.querySelector('#host')?.attachShadow({ mode: 'open' }));
  await moveTo(page, 'geo-text', '#host');
  await moveTo(page, 'span', 'main');
  expect(await visibleText(page.locator('#host'))).toBe('Lyon');
  await be(page, 'country: JP; city: Osaka');
  expect(await visibleText(page.locator('#host'))).toBe('Osaka');
  expect(await visibleText(page.locator('main'))).toBe('Osaka');
});

test('a clock that is moved goes on, and a list keeps the focus', async ({ page, site }) => {
  await page.clock.install({ time: '2026-11-27T08:59:30Z' });
  const html =
    '<div id="moved"><geo-time datetime="2026-11-27T09:30:00Z" format="relative">x</geo-time> <geo-select countries="FR JP" label="Country"></geo-select></div><main></main>';
  await open(page, site.page(html));
  const time = () => visibleText(page.locator('geo-time'));
  await expect.poll(time).toBe('in 30 minutes');
  const list = page.getByRole('combobox');
  await list.focus();
  await moveTo(page, '#moved', 'main');
  await expect(list).toBeFocused();
  await list.selectOption('JP');
  await page.clock.fastForward(60_000);
  await expect.poll(time).toBe('in 29 minutes');
});

test('a suggestion that is moved stays open, with its box and its focus', async ({ page, site }) => {
  const html =
    '<button id="before">Before</button><geo-suggest country="FR" href="/fr/" hidden>Notre site</geo-suggest><main></main>';
  await open(page, site.page(html));
  const close = page.getByRole('button', { name: 'Close' });
  await page.locator('#before').focus();
  await close.focus();
  const box = await page.locator('geo-suggest [part=box]').elementHandle();
  await moveTo(page, 'geo-suggest', 'main');
  await expect(close).toBeFocused();
  expect(await box?.evaluate((box) => box.isConnected && box.matches(':popover-open'))).toBe(true);
  await close.press('Enter');
  await expect(close).toHaveCount(0);
  await expect(page.locator('#before')).toBeFocused();
});

test('the control of a preview that is moved keeps its focus and follows', async ({ page, site }) => {
  await open(page, `${site.page('<geo-preview></geo-preview><main></main>')}?geo-as=FR`);
  const list = page.locator('geo-preview [part=who]');
  await list.focus();
  await moveTo(page, 'geo-preview', 'main');
  await expect(list).toBeFocused();
  await list.selectOption('JP');
  await expect(list).toHaveValue('JP');
});
