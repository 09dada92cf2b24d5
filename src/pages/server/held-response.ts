import { isCacheHeader } from '../../proxy/request/cache-headers.ts';
import { type Body, HeldBody, isChunk, type Sender } from './held-body.ts';
import type { Chunk, NodeResponse } from './node-http.ts';
import { changeHead, type HeadArguments, headersWith } from './response-head.ts';

/** What becomes of a page. */
export interface PageReplacement {
  readonly headers: Headers;
  /** Without one there is no body to write, as in an answer to HEAD. */
  readonly write?: ((body: Body) => Promise<ReadableStream<Uint8Array> | null>) | undefined;
}

interface HeldParts {
  /** Called once with the head of the response, when the server begins to send it. @returns undefined to leave it as it is. */
  take(status: number, headers: Headers): PageReplacement | undefined;
  /** Whether the visitor has what is not written already, so that no more than that is sent. */
  isUnchanged(headers: Headers): boolean;
  /** Called when the body broke off. */
  failed(error: unknown): void;
}

/**
 * Holds a response of `node:http` until its head is known. A page is then written anew on its way; every other response
 * goes to Node's own methods, with the arguments that they were called with.
 *
 * Other middleware wraps the same methods, before and after this: `on-headers`, on which session middleware stands,
 * wraps `writeHead`, and `compression()` all of them. So the head is always asked for by the outermost `writeHead`, as
 * Node does, and what is sent goes through the methods that stood here before.
 */
export class HeldResponse {
  readonly #outgoing: NodeResponse;
  readonly #sender: Sender;
  readonly #parts: HeldParts;
  #state: 'waiting' | 'passing' | 'written' = 'waiting';
  #body: HeldBody | undefined;
  /** Whether `writeHead` is called on the way to `end`. */
  #isEnding = false;
  #passedHead: HeadArguments | undefined;
  #drainListeners: ((...values: unknown[]) => void)[] = [];

  constructor(outgoing: NodeResponse, parts: HeldParts) {
    const { writeHead, write, end, on, flush } = outgoing;
    this.#outgoing = outgoing;
    this.#sender = { writeHead, write, end, on, ...(flush && { flush }) };
    this.#parts = parts;
  }

  /** From here on what the server sends goes through here. */
  hold(): void {
    const outgoing = this.#outgoing;
    const { flush } = this.#sender;
    outgoing.writeHead = (...given) => this.#writeHead(given);
    outgoing.write = (...given) => this.#write(given);
    outgoing.end = (...given) => this.#end(given);
    if (flush) outgoing.flush = () => (this.#body ? this.#body.flush() : flush.call(outgoing));
    // Whoever has taken it over keeps what listens for `drain` for a stream of its own.
    if (Object.hasOwn(outgoing, 'on')) outgoing.on = (event, listener) => this.#on(event, listener);
  }

  #writeHead(given: HeadArguments): unknown {
    const outgoing = this.#outgoing;
    const { writeHead } = this.#sender;
    const before = this.#state === 'waiting' && !outgoing.headersSent ? headersWith(outgoing, given) : undefined;
    const writing = before && this.#parts.take(given[0], before);
    if (before && !writing && given[0] === 200 && this.#parts.isUnchanged(before)) {
      this.#settle('passing');
      // Node sends no body with this status.
      writeHead.apply(outgoing, [
        ...changeHead(outgoing, [304, ...given.slice(1)], { before, after: withoutContent(before) }),
      ]);
      return outgoing;
    }
    if (!writing) {
      const isFirst = this.#state === 'waiting';
      if (isFirst) this.#settle('passing');
      // Node gives a body that is known as a whole its length; for that it asks for the head by itself.
      if (isFirst && this.#isEnding) this.#passedHead = given;
      else writeHead.apply(outgoing, [...given]);
      return outgoing;
    }
    const head = changeHead(outgoing, given, { before, after: writing.headers });
    keepingOut(outgoing, writing.headers, () => writeHead.apply(outgoing, [...head]));
    if (writing.write) {
      this.#body = new HeldBody(outgoing, this.#sender);
      this.#body.sendAs(writing.write).catch(this.#parts.failed);
    }
    this.#settle('written');
    return outgoing;
  }

  #write(given: [chunk: Chunk, ...rest: unknown[]]): boolean {
    const outgoing = this.#outgoing;
    const [chunk, ...rest] = given;
    // Node checks the arguments first.
    if (!isChunk(chunk) || outgoing.destroyed) return this.#sender.write.apply(outgoing, given);
    if (this.#state === 'waiting' && !outgoing.headersSent) outgoing.writeHead(outgoing.statusCode);
    return this.#body ? this.#body.write(chunk, rest) : this.#sender.write.apply(outgoing, given);
  }

  #end(given: unknown[]): unknown {
    const outgoing = this.#outgoing;
    const [chunk] = given;
    const isValid = isChunk(chunk) || typeof chunk === 'function' || !chunk;
    if (isValid && this.#state === 'waiting' && !outgoing.headersSent) this.#decideAtEnd();
    if (!this.#body) return this.#passEnd(given);
    this.#body.end(given);
    return outgoing;
  }

  #decideAtEnd(): void {
    this.#isEnding = true;
    try {
      this.#outgoing.writeHead(this.#outgoing.statusCode);
    } finally {
      this.#isEnding = false;
    }
  }

  #passEnd(given: unknown[]): unknown {
    const outgoing = this.#outgoing;
    const head = this.#passedHead;
    if (!head) return this.#sender.end.apply(outgoing, given);
    this.#passedHead = undefined;
    // The middleware behind this had its turn at the head.
    const { writeHead } = outgoing;
    outgoing.writeHead = () => this.#sender.writeHead.apply(outgoing, [...head]);
    try {
      return this.#sender.end.apply(outgoing, given);
    } finally {
      outgoing.writeHead = writeHead;
    }
  }

  #on(event: string, listener: (...values: unknown[]) => void): unknown {
    const outgoing = this.#outgoing;
    const prototype: NodeResponse = Object.getPrototypeOf(outgoing);
    if (event === 'drain' && this.#state === 'waiting') this.#drainListeners.push(listener);
    else if (event === 'drain' && this.#body) prototype.on.call(outgoing, event, listener);
    else this.#sender.on.call(outgoing, event, listener);
    return outgoing;
  }

  #settle(state: 'passing' | 'written'): void {
    this.#state = state;
    for (const listener of this.#drainListeners.splice(0)) this.#outgoing.on('drain', listener);
  }
}

/**
 * Calls the methods that stood here before. They may be others' wrappers, which set headers at the last moment: none of
 * these may tell a cache to keep one visitor's page.
 */
function keepingOut(outgoing: NodeResponse, own: Headers, send: () => unknown): void {
  const { setHeader } = outgoing;
  outgoing.setHeader = (name, value) =>
    isCacheHeader(name) && own.get(name) !== String(value) ? outgoing : setHeader.call(outgoing, name, value);
  try {
    send();
  } finally {
    outgoing.setHeader = setHeader;
  }
}

/** What stands in a 304. https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5 */
function withoutContent(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['encoding', 'language', 'length', 'range', 'type']) kept.delete(`content-${name}`);
  kept.delete('transfer-encoding');
  return kept;
}
