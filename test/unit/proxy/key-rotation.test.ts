import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ProxyOptions } from '../../../src/proxy/proxy.ts';
import { startService } from '../service/running-service.ts';
import { answerRecord, key } from './upstream-server.ts';
import { startProxy, visit } from './visitor.ts';

const secondKey = 'glt_canary_new_81c0';

async function startKeyed(options: Partial<ProxyOptions> = {}) {
  const accepted = new Set<string>();
  const answer: RequestListener = (request, response) => {
    const sent = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (accepted.has(sent)) answerRecord()(request, response);
    else response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(JSON.stringify({ refused: sent }));
  };
  const { ask, lines, upstream } = await startProxy({ secondKey, cacheSeconds: 0, ...options }, answer);
  const keysSent = () => upstream.received.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));
  return { accepted, ask, keysSent, lines };
}

describe('two keys', () => {
  it('the second is tried once when the first is refused, and remembered', async () => {
    const { accepted, ask, keysSent, lines } = await startKeyed();
    accepted.add(secondKey);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect(keysSent()).toEqual([key, secondKey, secondKey]);
    expect(lines).toEqual([expect.stringContaining('refuses the first key')]);
  });

  it('are exchanged while visitors ask, and none is refused', async () => {
    const { accepted, ask, keysSent } = await startKeyed();
    accepted.add(key);
    const found: number[] = [];
    for (let round = 0; round < 30; round++) {
      if (round === 10) accepted.add(secondKey);
      if (round === 15) accepted.delete(key);
      if (round === 25) accepted.add(key).delete(secondKey);
      found.push((await ask()).status);
    }
    expect(new Set(found)).toEqual(new Set([200]));
    expect(keysSent()).toHaveLength(32);
  });

  it('are exchanged while a hundred questions are under way at our own service, and none is refused', async () => {
    const { url, service } = await startService();
    const account = await service.store.createAccount('shop');
    const [first, second] = [
      await service.store.issueKey(account, { scopes: ['read'] }),
      await service.store.issueKey(account, { scopes: ['read'] }),
    ];
    const { proxy } = await startProxy({ upstream: url, key: first.key, secondKey: second.key });
    await service.store.revokeKey(first.id);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, visitor) => proxy(visit(), { ip: `212.27.48.${visitor}` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('both refused are 502, each tried once, and neither is told', async () => {
    const { ask, keysSent, lines } = await startKeyed();
    const response = await ask();
    expect(response.status).toBe(502);
    expect(keysSent()).toEqual([key, secondKey]);
    expect((await response.text()) + JSON.stringify([...response.headers]) + lines.join()).not.toContain('canary');
  });

  it('count twice in the daily budget where both are tried', async () => {
    const { accepted, ask, keysSent } = await startKeyed({ dailyBudget: 3 });
    accepted.add(secondKey);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 503]);
    expect(keysSent()).toEqual([key, secondKey, secondKey]);
  });

  it('one alone is tried once', async () => {
    const { ask, keysSent } = await startKeyed({ secondKey: undefined });
    expect((await ask()).status).toBe(502);
    expect(keysSent()).toEqual([key]);
  });
});
