import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';

interface Worker {
  scheduled(event: object, env: object): Promise<void>;
  fetch(request: Request, env: object): Promise<Response>;
}

const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/rates.md', 'utf8')) ?? [];
const { default: worker } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: Worker };

/** What a KV namespace of Workers does here. */
function createNamespace() {
  const values = new Map<string, string>();
  return {
    get: (name: string) => Promise.resolve(values.get(name) ?? null),
    put: (name: string, value: string) => Promise.resolve(void values.set(name, value)),
  };
}

const rates = { base: 'EUR', date: '2026-11-25', rates: { USD: 1.08 } };

describe('the Worker of docs/rates.md', () => {
  afterEach(() => void vi.unstubAllGlobals());

  const answerWith = (body: string, status = 200) =>
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
  const ask = async (env: object) => worker.fetch(new Request('https://shop.example/rates.json'), env);

  it('has no rates before its schedule has run', async () =>
    expect((await ask({ RATES: createNamespace() })).status).toBe(404));

  it('serves the rates that its schedule has fetched', async () => {
    const env = { RATES: createNamespace() };
    answerWith(JSON.stringify(rates));
    await worker.scheduled({}, env);
    expect(await (await ask(env)).json()).toEqual(rates);
  });

  it.each([
    ['a failure', 'later', 503],
    ['a page', '<!doctype html>', 200],
    ['another base', JSON.stringify({ ...rates, base: 'USD' }), 200],
    ['no date', JSON.stringify({ ...rates, date: undefined }), 200],
    ['a rate of zero', JSON.stringify({ ...rates, rates: { USD: 0 } }), 200],
    ['a rate as text', JSON.stringify({ ...rates, rates: { USD: '1.08' } }), 200],
    ['no rates', JSON.stringify({ ...rates, rates: undefined }), 200],
  ])('keeps the last ones after %s', async (_what, body, status) => {
    const env = { RATES: createNamespace() };
    answerWith(JSON.stringify(rates));
    await worker.scheduled({}, env);
    answerWith(body, status);
    await expect(worker.scheduled({}, env)).rejects.toThrow();
    expect(await (await ask(env)).json()).toEqual(rates);
  });
});
