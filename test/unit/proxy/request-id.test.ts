import { describe, expect, it } from 'vitest';
import { createNodeTransport } from '../../../src/adapters/node/index.ts';
import { lyon, startProxy, visit } from './visitor.ts';

const made = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Line {
  readonly message: string;
  readonly id: string | undefined;
}

async function started(upstream?: string) {
  const lines: Line[] = [];
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
      const { proxy, upstream } = await started();
      const answered = await proxy(visit({ 'x-request-id': id }), { ip: lyon });
      expect([answered.status, answered.headers.get('x-request-id')]).toEqual([200, id]);
      expect(upstream.received[0]?.headers['x-request-id']).toBe(id);
      const { proxy: lonely, lines } = await started('http://127.0.0.1:1');
      const failed = await lonely(visit({ 'x-request-id': id }), { ip: lyon });
      expect([failed.status, failed.headers.get('x-request-id')]).toEqual([502, id]);
      expect(lines).toEqual([{ message: expect.stringMatching(/^502 /), id }]);
    },
  );

  it.each([undefined, '', 'a b', '<script>', 'x'.repeat(65), '"; drop', 'é', 'one, two'])(
    '%j is made anew, the same for the service and the visitor',
    async (id) => {
      const { proxy, upstream } = await started();
      const answered = await proxy(visit(id === undefined ? {} : { 'x-request-id': id }), { ip: lyon });
      expect(answered.headers.get('x-request-id')).toMatch(made);
      expect(upstream.received[0]?.headers['x-request-id']).toBe(answered.headers.get('x-request-id'));
    },
  );

  it('differs from request to request, makes no two questions of one, and comes with every refusal', async () => {
    const { proxy, upstream } = await startProxy();
    const answers = [
      await proxy(visit({ 'x-request-id': 'one' }), { ip: lyon }),
      await proxy(visit({ 'x-request-id': 'two' }), { ip: lyon }),
      await proxy(visit({}), { ip: lyon }),
    ];
    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual([
      'one',
      'two',
      expect.stringMatching(made),
    ]);
    expect(upstream.received).toHaveLength(1);
    const refused = await proxy(visit({ 'sec-fetch-site': 'cross-site' }), { ip: lyon });
    expect([refused.status, refused.headers.get('x-request-id')]).toEqual([403, expect.stringMatching(made)]);
  });
});
