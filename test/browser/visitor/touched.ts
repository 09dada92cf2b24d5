import type { Page } from '@playwright/test';

/** Notes every use of the visitor's storage, from before the page's first script. */
export async function noteStorage(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const touched: string[] = [];
    Reflect.set(globalThis, Symbol.for('touched'), touched);
    const note = (owner: object, name: string) => {
      const real = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
      Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
        touched.push(`${name} ${String(args[0])}`);
        return real.apply(this, args);
      });
    };
    note(IDBFactory.prototype, 'open');
    for (const name of ['getItem', 'setItem', 'removeItem']) note(Storage.prototype, name);
  });
  return () => page.evaluate(() => Reflect.get(globalThis, Symbol.for('touched')) as string[]);
}
