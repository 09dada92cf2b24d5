import { openService, readConfiguration, type OpenService } from '../src/service/index.ts';

export interface RunningService {
  readonly service: OpenService;
  /** Where it is, and a key for it. */
  readonly upstream: string;
  readonly key: string;
  readonly stop: () => Promise<void>;
}

/** The real service, on a port of its own, with a key for this run. */
export async function startService(): Promise<RunningService> {
  const service = await openService({
    ...readConfiguration({ ...process.env, HOST: '', PORT: '' }),
    keyLimit: { requests: 100_000, seconds: 60 },
  });
  const { url: upstream } = await service.listen({ host: '127.0.0.1', port: 0 });
  const account = (await service.store.findAccount('demo')) ?? (await service.store.createAccount('demo'));
  const { id, key } = await service.store.issueKey(account, { scopes: ['read'] });
  // Nobody can use the key later.
  const stop = async () => service.store.revokeKey(id).then(service.close, service.close);
  return { service, upstream, key, stop };
}
