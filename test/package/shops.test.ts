import { beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../browser/support/test.ts';
import { visitors } from '../support/visitors.ts';
import { type Application, nodeForFrameworks, startApplication } from './application.ts';
import { astro, nuxt, reactRouter, svelteKit } from './shops.ts';

/** Machines of continuous integration are slow at times. */
const patience = { timeout: 10_000 };

describe.each([reactRouter, nuxt, svelteKit, astro])('a shop made with $name', ({ name, ...shop }) => {
  // They have no bindings in them.
  const hasIslands = name === 'Astro';
  let application: Application;

  beforeAll(async () => {
    Object.assign(process.env, { NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' });
    application = await startApplication({ ...shop, node: nodeForFrameworks() });
    return application.stop;
  }, 180_000);

  it('answers each visitor for themselves, and believes the server in front alone', async () => {
    const ask = async (address: string) =>
      (await fetch(`${application.url}/geo`, { headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } })).json();
    expect(await ask(visitors.lyon)).toMatchObject({ countryCode: 'FR' });
    expect(await ask(visitors.osaka)).toMatchObject({ countryCode: 'JP' });
  });

  it('hydrates without a word, and follows renders, links and the way back, with one lookup', async () => {
    const { page, lines, asked } = await application.visit(visitors.lyon);
    const read = () => visibleText(page.locator('main'));
    const inLyon = (name: string, times: number) =>
      `${name} for Lyon €139 Two days. Hello France No customs. ${times} Lyon, ${times} times${hasIslands ? '' : ' France, counted'} Other`;
    // Once asked over the network, and then with the answer at hand before anything is hydrated.
    for (const _visit of ['first', 'repeat', 'repeat']) {
      await page.goto(application.url);
      await expect.poll(read, patience).toBe(inLyon('Shoes', 0));
    }
    for (const times of [1, 2]) {
      await page.getByRole('button').click();
      await expect.poll(read, patience).toBe(inLyon('Shoes', times));
    }
    await page.getByRole('link').click();
    await expect.poll(read, patience).toBe(inLyon('Boots', 0));
    expect(await page.getAttribute('html', 'data-visitor-country')).toBe('FR');
    await page.goBack();
    await expect.poll(read, patience).toContain('Shoes for Lyon €139 Two days. Hello France');
    expect(lines).toEqual([]);
    expect(asked.filter((path) => path === '/geo')).toHaveLength(1);
    await page.context().close();
  });

  it('shows what is written to who is nowhere', async () => {
    const { page, lines } = await application.visit(visitors.nowhere);
    await page.goto(application.url);
    await page.waitForFunction(() => globalThis.geolet?.ready);
    await page.evaluate(() => globalThis.geolet?.ready);
    const read = () => visibleText(page.locator('main'));
    const toNobody = (times: number) =>
      `Shoes for your city $149 ${hasIslands ? 'Five' : 'Two'} days. Hello you Customs may apply in your country. ${times} ${times} times${hasIslands ? '' : ` Counted ${times}`} Other`;
    expect(await read()).toBe(toNobody(0));
    // A click counts once the page is hydrated, which is when a framework says what it does not like.
    let clicks = 0;
    await expect
      .poll(async () => {
        await page.getByRole('button').click();
        clicks++;
        return read();
      }, patience)
      .not.toBe(toNobody(0));
    const times = Number(/country\. (\d+)/.exec(await read())?.[1]);
    expect(times).toBeLessThanOrEqual(clicks);
    await expect.poll(read, patience).toBe(toNobody(times));
    expect(lines).toEqual([]);
    await page.context().close();
  });
});
