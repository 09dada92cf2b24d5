import { describe, expect, it } from 'vitest';
import { createNodeTransport } from '../../../src/adapters/node/index.ts';
import { startProxy } from './visitor.ts';

const made = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function started(upstream?: string) {
  const lines: { readonly message: string; readonly id: string | undefined }[] = [];
  const started = await startProxy({
    transport: createNodeTransport(),
    cacheSeconds: 0,
    staleSeconds: 0,
    ...(upstream !== undefined && { upstream }),
    log: (message, _level, fields) => void lines.push({ message, id: fields?.id }),
  });
  return { ...started, lines };
}

describe('the ID of a request', () => {
  it.each(['abc-123', 'A.b:c_d', 'x'.repeat(64)])(
    '%j is passed on to the service, returned to the visitor, and stands in the log',
    async (id) => {
      const { ask, upstream } = await started();
      const answered = await ask({ 'x-request-id': id });
      expect([answered.status, answered.headers.get('x-request-id')]).toEqual([200, id]);
      expect(upstream.received[0]?.headers['x-request-id']).toBe(id);
      const { ask: askInVain, lines } = await started('http://127.0.0.1:1');
      const failed = await askInVain({ 'x-request-id': id });
      expect([failed.status, failed.headers.get('x-request-id')]).toEqual([502, id]);
      expect(lines).toEqual([{ message: expect.stringMatching(/^502 /), id }]);
    },
  );

  it.each([undefined, '', 'a b', '<script>', 'x'.repeat(65), '"; drop', 'é', 'one, two'])(
    '%j is made anew, the same for the service and the visitor',
    async (id) => {
      const { ask, upstream } = await started();
      const answered = await ask(id === undefined ? {} : { 'x-request-id': id });
      expect(answered.headers.get('x-request-id')).toMatch(made);
      expect(upstream.received[0]?.headers['x-request-id']).toBe(answered.headers.get('x-request-id'));
    },
  );

  it('differs from request to request, makes no two questions of one, and comes with every refusal', async () => {
    const { ask, upstream } = await startProxy();
    const answers = [await ask({ 'x-request-id': 'one' }), await ask({ 'x-request-id': 'two' }), await ask()];
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(ids).toEqual(['one', 'two', expect.stringMatching(made)]);
    expect(upstream.received).toHaveLength(1);
    const refused = await ask({ 'sec-fetch-site': 'cross-site' });
    expect([refused.status, refused.headers.get('x-request-id')]).toEqual([403, expect.stringMatching(made)]);
  });
});
