import { shortNames } from '../../scripts/shorten-names.ts';
import { expect, open, test } from './support/test.ts';

test('no object of the browser has a property with a name that the build shortens, or with a short name', async ({
  page,
  site,
}) => {
  await open(page, site.page(''));
  const members = await page.evaluate(() => {
    const globals = Object.getOwnPropertyNames(globalThis);
    const names = new Set(globals);
    for (const name of globals) {
      const value: unknown = Reflect.get(globalThis, name);
      if (!value || !['object', 'function'].includes(typeof value)) continue;
      const prototype: unknown = typeof value === 'function' ? value.prototype : Object.getPrototypeOf(value);
      for (const holder of [value, prototype])
        for (const member of Object.getOwnPropertyNames(holder ?? {})) names.add(member);
    }
    return [...names];
  });
  expect(members).toEqual(expect.arrayContaining(['prerendering', 'saveData', 'querySelector']));
  expect(members.filter((name) => shortNames.has(name))).toEqual([]);
  expect(members.filter((name) => [...shortNames.values()].includes(name))).toEqual([]);
});
