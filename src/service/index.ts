import '../http/refuse-old-node.ts';
import type { Configuration } from './configuration.ts';
import type { OpenService } from './open-service.ts';

export { describeData } from './command-line/describe-data.ts';
export { checkResources } from './check-resources.ts';
export { type Configuration, readConfiguration } from './configuration.ts';
export { ageInDays } from './health.ts';
export type { OpenService } from './open-service.ts';
export { OperatorError } from './operator-error.ts';
export { settingNames } from './settings.ts';
export { openVisitorData, type VisitorData } from './visitor-data.ts';

/**
 * Opens the store and the geo data and creates the service. What the configuration leaves out takes its default. It
 * does not read the environment (see `readConfiguration`). A caller that needs a key creates one:
 *
 * ```ts const service = await openService({ dataDirectory: 'data' }); const account = (await
 * service.store.findAccount('demo')) ?? (await service.store.createAccount('demo')); const { key } = await
 * service.store.issueKey(account, { scopes: ['read'] }); const { url } = await service.listen({ port: 0 }); ```
 *
 * Its parts are loaded now, and not with this module: `openVisitorData` starts sooner without them.
 *
 * @throws OperatorError when the data directory or a database that was named can't be used.
 */
export async function openService(configuration: Partial<Configuration> = {}): Promise<OpenService> {
  const opening = await import('./open-service.ts');
  return opening.openService(configuration);
}
