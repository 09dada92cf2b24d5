import { expect, it, vi } from 'vitest';
import { KeyUsage } from '../../../src/service/store/key-usage.ts';
import { startService } from './running-service.ts';

it('tells the store once for many uses', async () => {
  const markUsed = vi.fn(() => Promise.resolve());
  const usage = new KeyUsage({ markUsed });
  for (let i = 0; i < 100; i++) usage.note(i % 2);
  await usage.close();
  expect(markUsed.mock.calls).toEqual([
    [
      new Map([
        [0, expect.any(Date)],
        [1, expect.any(Date)],
      ]),
    ],
  ]);
});

it('tells nothing when nothing was used, and tells again what the store did not take', async () => {
  const markUsed = vi.fn(() => Promise.reject(new Error('away')));
  const usage = new KeyUsage({ markUsed });
  await usage.flush();
  expect(markUsed).not.toHaveBeenCalled();
  usage.note(1);
  await usage.flush();
  await usage.close();
  expect(markUsed).toHaveBeenCalledTimes(2);
});

it('is noted for keys that are good, not for others', async () => {
  const { request, service, key } = await startService();
  const account = await service.store.findAccount('owner');
  if (account === undefined) throw new Error('no account');
  const unused = await service.store.issueKey(account, { scopes: ['delete'] });
  const mark = vi.spyOn(service.store, 'markUsed');
  await request('/beta/api/get-visitor-data', {
    headers: { 'x-visitor-ip': '8.8.8.8', authorization: `Bearer ${key}` },
  });
  await request('/beta/api/get-visitor-data', {
    headers: { 'x-visitor-ip': '8.8.8.8', authorization: `Bearer ${unused.key}` },
  });
  await service.close();
  expect(mark.mock.calls.map(([used]) => [...used.keys()])).toEqual([[1]]);
});
