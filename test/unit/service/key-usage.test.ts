import { expect, it, vi } from 'vitest';
import { KeyUsage } from '../../../src/service/store/key-usage.ts';
import { startService } from './running-service.ts';

it('tells the store once for many uses', async () => {
  const markUsed = vi.fn(() => Promise.resolve());
  const usage = new KeyUsage({ markUsed });
  for (let i = 0; i < 100; i++) usage.note(i % 2);
  await usage.close();
  const at = expect.any(Date) as Date;
  const used = new Map([0, 1].map((id) => [id, at]));
  expect(markUsed.mock.calls).toEqual([[used]]);
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
  const { request, service, account, key } = await startService();
  const unused = await service.store.issueKey(account, { scopes: ['delete'] });
  const mark = vi.spyOn(service.store, 'markUsed');
  for (const authorization of [`Bearer ${key}`, `Bearer ${unused.key}`])
    await request('/beta/api/get-visitor-data', { headers: { 'x-visitor-ip': '8.8.8.8', authorization } });
  await service.close();
  expect(mark.mock.calls.map(([used]) => [...used.keys()])).toEqual([[1]]);
});
