import { vi } from 'vitest';

/** Entries are own properties, as those of the browser's are. */
class Entries {
  getItem(key: string): string | null {
    return (Reflect.get(this, key) as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

/** What the visitor's part of the widget asks of a page: enough to run it by the hundred. */
export function openPage({ signal = false, stored = {} }: { signal?: boolean; stored?: object } = {}) {
  class Page extends EventTarget {
    readonly hidden = false;
    readonly referrer = '';
    readonly querySelector = () => null;
  }
  const local = Object.assign(new Entries(), stored);
  const session = new Entries();
  const document = new Page();
  const page = new EventTarget();
  const globals = {
    Document: Page,
    HTMLFormElement: class extends EventTarget {},
    document,
    location: { href: 'https://shop.example/', search: '' },
    navigator: { language: 'en', onLine: true, userAgent: 'test', globalPrivacyControl: signal },
    localStorage: local,
    sessionStorage: session,
    addEventListener: page.addEventListener.bind(page),
    dispatchEvent: EventTarget.prototype.dispatchEvent,
    fetch: () => new Promise(() => {}),
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return { document, local, session };
}
