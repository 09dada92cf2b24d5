import { readFileSync } from 'node:fs';
import { expect, open, test, visibleText } from '../support/test.ts';

test.use({ timezoneId: 'Europe/Paris' });

const plan = 'days="FR: 1-2" cutoff="14:00" timezone="Europe/Lisbon"';
const template = 'template="Order within {left}: delivered {from} to {to}"';
const [, documented = ''] = /## Width[^#]*?```css\n([^`]*)```/.exec(readFileSync('docs/delivery.md', 'utf8')) ?? [];

for (const [what, style, width, moves] of [
  ['with the style that the docs show', documented, 1200, false],
  ['with the style that the docs show, on a narrow screen', documented, 390, false],
  ['without a style', '', 1200, true],
] as const)
  test(`${what}, the minutes of an hour move ${moves ? 'what is below' : 'nothing'} @rare`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.clock.install({ time: '2026-11-24T12:40:10Z' });
    const html = `<style>body { font: 16px/1.5 sans-serif }\n${style}</style><main><geo-delivery ${plan} ${template}>Ships in 5 to 9 days</geo-delivery> <b>Buy</b><p>Below</p></main>`;
    await open(page, site.page(html));
    await expect.poll(() => visibleText(page.locator('main'))).toContain('Order within 1 hr 19 min');
    await page.evaluate(() => {
      const shifts: number[] = [];
      Reflect.set(window, 'shifts', shifts);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift' });
    });
    const buy = () => page.locator('b').boundingBox();
    expect(style).toContain(moves ? '' : 'tabular-nums');
    const before = await buy();
    const places = new Set<string>();
    await page.clock.pauseAt('2026-11-24T12:41:00Z');
    for (let minute = 0; minute < 60; minute++) {
      await page.clock.runFor(60_000);
      places.add(JSON.stringify(await buy()));
    }
    await expect.poll(() => visibleText(page.locator('main'))).toContain('Order within 19 min');
    expect(places.size > 1 || !places.has(JSON.stringify(before))).toBe(moves);
    const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as readonly number[]);
    if (!moves) expect(shifts).toEqual([]);
  });
