import { requestIdHeader } from '../../http/request-id.ts';
import type { Transport } from '../../proxy/record/transport.ts';
import type { AskedHeaders, VisitorData } from './service-package.ts';

/** Asks a service in this process: no connection, no port, and nobody else who could ask. */
export function createInMemoryTransport(data: VisitorData): Transport {
  return async ({ headers }) => {
    const asked = new AskedList(headers);
    const { status, headers: answered, body } = await data.answer(asked, asked.get(requestIdHeader) ?? '');
    return { status, headers: { get: (name) => answered[name] ?? null }, text: body };
  };
}

/** Reads the list of names and values of a request. It is short: searching it costs less than a map would. */
class AskedList implements AskedHeaders {
  readonly #list: readonly string[];

  constructor(list: readonly string[]) {
    this.#list = list;
  }

  get(name: string): string | null {
    for (let index = 0; index < this.#list.length; index += 2)
      if (this.#list[index] === name) return this.#list[index + 1] ?? null;
    return null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }
}
