import type { Transport } from '../record/transport.ts';
import { createNodeTransport } from './transport.ts';
import { createUndiciTransport, type Undici } from './undici-transport.ts';

/**
 * The fastest transport that is installed: over `undici` where the owner has it, and else over `node:http`.
 * docs/architecture/proxy.md#the-way-to-the-service says why it is optional.
 *
 * @param load gets undici, and rejects where it is not installed.
 */
export async function openNodeTransport(load: () => Promise<unknown> = importUndici): Promise<Transport> {
  const undici = await load().catch(() => undefined);
  return isUndici(undici) ? createUndiciTransport(undici) : createNodeTransport();
}

function importUndici(): Promise<unknown> {
  // A name that bundlers can't read: they would want the package.
  const name: string = 'undici';
  return import(name);
}

/** Older versions than 7 may be there for another package. They call other handlers, and have no caches. */
function isUndici(module: unknown): module is Undici {
  return (
    typeof module === 'object' &&
    module !== null &&
    'Pool' in module &&
    typeof module.Pool === 'function' &&
    'cacheStores' in module
  );
}
