import { requestIdHeader } from '../../http/message.ts';
import type { Transport, UpstreamResponse } from '../../proxy/record/transport.ts';
import type { Answer, AskedHeaders, VisitorData } from './service-package.ts';

/** Asks a service in this process: no connection, no port, and nobody else who could ask. */
export function createInMemoryTransport(data: VisitorData): Transport {
  return async ({ headers }) => {
    const asked = new AskedList(headers);
    return new AnswerInMemory(await data.answer(asked, asked.get(requestIdHeader) ?? ''));
  };
}

/** With the record itself, so that nobody makes text of it and reads it again. */
class AnswerInMemory implements UpstreamResponse {
  readonly status: number;
  readonly record: UpstreamResponse['record'];
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.status = answer.status;
    this.record = answer.record;
    this.#answer = answer;
  }

  get text(): string {
    return this.#answer.body;
  }

  get headers(): this {
    return this;
  }

  get(name: string): string | null {
    return this.#answer.headers[name] ?? null;
  }
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
