import { beforeEach, expect, it, vi } from 'vitest';
import { warn } from '../../../src/widget/report.ts';

const site = vi.hoisted(() => ({ errorsPage: '' }));
vi.mock('../../../src/widget/boot/errors-page.built.ts', () => site);
const lines = vi.spyOn(console, 'warn').mockReturnValue();

beforeEach(() => lines.mockClear());

it('a warning says how to have its fix explained', () => {
  site.errorsPage = '';
  warn('http', '404 https://shop.example/geo');
  expect(lines.mock.calls).toEqual([
    ["[geolet] http: 404 https://shop.example/geo. How to fix it: await geolet.explain('http')"],
  ]);
});

it('a warning links to the page about its code where the site has an address', () => {
  site.errorsPage = 'https://geolet.example/docs/errors.html';
  warn('http', '404 https://shop.example/geo');
  expect(lines.mock.calls.join()).toMatch(
    / How to fix it: await geolet\.explain\('http'\) or https:\/\/geolet\.example\/docs\/errors\.html#http$/,
  );
});
