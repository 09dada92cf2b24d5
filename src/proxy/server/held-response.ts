import type { Chunk, NodeResponse } from './node-http.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A response of `node:http` whose head and body go through somebody else's hands before they are sent: what a server
 * writes into it becomes a web `Response`, and what comes of that is sent in its place.
 */
export class HeldResponse {
  readonly #outgoing: NodeResponse;
  readonly #original: Pick<NodeResponse, 'write' | 'end' | 'writeHead' | 'flushHeaders'>;
  readonly #isHead: boolean;
  readonly #body = new TransformStream<Bytes, Bytes>();
  readonly #writer = this.#body.writable.getWriter();
  readonly #encoder = new TextEncoder();
  #begin: (page: Response) => void = () => {};
  readonly #page: Promise<Response>;
  #hasBegun = false;

  /** @param isHead whether the answer has no body, whatever its headers say. */
  constructor(outgoing: NodeResponse, isHead: boolean) {
    const { write, end, writeHead, flushHeaders } = outgoing;
    this.#outgoing = outgoing;
    this.#original = {
      write: write.bind(outgoing),
      end: end.bind(outgoing),
      writeHead: writeHead.bind(outgoing),
      flushHeaders: flushHeaders.bind(outgoing),
    };
    this.#isHead = isHead;
    this.#page = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  /** From here on nothing that the server writes is sent by itself. */
  start(): void {
    const outgoing = this.#outgoing;
    outgoing.writeHead = (status, ...rest) => {
      this.#setHead(status, rest);
      return outgoing;
    };
    outgoing.flushHeaders = () => this.#startBody();
    outgoing.write = (chunk, ...rest) => this.#write(chunk, rest);
    outgoing.end = (...rest) => {
      this.#end(rest);
      return outgoing;
    };
    outgoing.on('close', () => void this.#writer.abort().catch(() => {}));
  }

  /** What the server has begun to send. */
  page(): Promise<Response> {
    return this.#page;
  }

  async send(response: Response): Promise<void> {
    const outgoing = this.#outgoing;
    if (outgoing.headersSent) return;
    const { write, end, writeHead, flushHeaders } = this.#original;
    // The server may go on with its body.
    Object.assign(outgoing, { writeHead, flushHeaders });
    for (const name of Object.keys(outgoing.getHeaders())) if (!response.headers.has(name)) outgoing.removeHeader(name);
    outgoing.statusCode = response.status;
    for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value);
    const cookies = response.headers.getSetCookie();
    if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
    if (response.body && !this.#isHead)
      for await (const chunk of response.body) if (!write(chunk)) await drained(outgoing);
    end();
  }

  /** `writeHead(status, message?, headers?)`, with headers as an object or as a row of names and values. */
  #setHead(status: number, rest: readonly unknown[]): void {
    const outgoing = this.#outgoing;
    outgoing.statusCode = status;
    const [first, second] = rest;
    if (typeof first === 'string') outgoing.statusMessage = first;
    const headers = typeof first === 'string' ? second : first;
    const entries = Array.isArray(headers)
      ? Array.from({ length: headers.length / 2 }, (_, index) => [headers[2 * index], headers[2 * index + 1]])
      : Object.entries(headers ?? {});
    for (const [name, value] of entries)
      if (value !== undefined)
        outgoing.setHeader(String(name), Array.isArray(value) ? value.map(String) : String(value));
  }

  #startBody(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const { statusCode: status, statusMessage: statusText } = this.#outgoing;
    const headers = new Headers();
    for (const [name, value] of Object.entries(this.#outgoing.getHeaders()))
      for (const item of Array.isArray(value) ? value : [value])
        if (item !== undefined) headers.append(name, String(item));
    const hasNoBody = this.#isHead || status === 204 || status === 205 || status === 304;
    this.#begin(new Response(hasNoBody ? null : this.#body.readable, { status, statusText, headers }));
  }

  #write(chunk: Chunk, rest: readonly unknown[]): boolean {
    this.#startBody();
    const encoding = rest.find((item) => typeof item === 'string');
    const bytes = this.#toBytes(chunk, encoding);
    const callback = rest.find((item) => typeof item === 'function');
    void this.#pass(bytes, callback);
    return (this.#writer.desiredSize ?? 0) > 0;
  }

  async #pass(bytes: Bytes, callback: unknown): Promise<void> {
    try {
      if (!this.#isHead) await this.#writer.write(bytes);
    } catch (error) {
      if (typeof callback === 'function') callback(error);
      return;
    }
    if (typeof callback === 'function') callback();
    // Whoever pipes into a response that is full waits for this.
    this.#outgoing.emit('drain');
  }

  #end(rest: readonly unknown[]): void {
    const [chunk] = rest;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.#write(chunk, rest.slice(1));
    else this.#startBody();
    const callback = rest.find((item) => typeof item === 'function');
    if (callback) this.#outgoing.once('close', () => void callback());
    this.#writer.close().catch(() => {});
  }

  #toBytes(chunk: Chunk, encoding: string | undefined): Bytes {
    if (typeof chunk !== 'string') return new Uint8Array(chunk);
    if (encoding === undefined || /^utf-?8$/i.test(encoding)) return this.#encoder.encode(chunk);
    return Uint8Array.from(chunk, (character) => character.charCodeAt(0));
  }
}

/** When more may be written, or nobody takes it any more. */
function drained(outgoing: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once('drain', resolve);
    outgoing.once('close', resolve);
  });
}
