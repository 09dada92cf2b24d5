import type { Chunk, NodeResponse } from './node-http.ts';

export type Bytes = Uint8Array<ArrayBuffer>;
export type Body = ReadableStream<Bytes>;
type Callback = (error?: unknown) => void;

/** The methods of a response that send, as they were before it was held. */
export type Sender = Pick<NodeResponse, 'writeHead' | 'write' | 'end' | 'on' | 'flush'>;

/** How much of a page waits until more of it is asked to wait. Node's own limit for a response. */
const highWaterMark = 16_384;

/**
 * The body of a response that is written anew on its way. `write` and `end` keep to Node's contract for them: what they
 * return, when they call back, and when `drain`, `finish` and `error` are emitted.
 */
export class HeldBody {
  readonly #outgoing: NodeResponse;
  readonly #sender: Sender;
  readonly #passage = new TransformStream<Bytes, Bytes>(undefined, new ByteLengthQueuingStrategy({ highWaterMark }));
  readonly #input = this.#passage.writable.getWriter();
  #isEnded = false;
  #isFull = false;
  #isFlushed = false;
  /** Whether all of it was sent, and the response ended. */
  #isSent = false;
  /** Whether `drain` is emitted for the body's own sake: the visitor's connection may be as full as before. */
  #isDraining = false;
  #proceed = (): void => {};

  constructor(outgoing: NodeResponse, sender: Sender) {
    this.#outgoing = outgoing;
    this.#sender = sender;
    // One listener for all of the body, and by `on`, which `compression()` has taken over: its stream fills up first.
    sender.on.call(outgoing, 'drain', () => {
      if (!this.#isDraining) this.#proceed();
    });
    outgoing.on('close', () => {
      void this.#input.abort(failure('ERR_STREAM_DESTROYED', 'The response is closed.')).catch(() => {});
      this.#proceed();
    });
    Object.defineProperties(outgoing, {
      writableEnded: { configurable: true, get: () => this.#isEnded },
      writableNeedDrain: { configurable: true, get: () => this.#isFull && !this.#isEnded && !outgoing.destroyed },
      writableLength: { configurable: true, get: () => this.#length() },
    });
  }

  /** Sends what becomes of the body. */
  async sendAs(write: (body: Body) => Promise<ReadableStream<Uint8Array> | null>): Promise<void> {
    const { write: send, end } = this.#sender;
    const body = await write(this.#passage.readable);
    for await (const chunk of body ?? []) {
      const taken = new Promise<void>((resolve) => {
        this.#proceed = resolve;
      });
      if (!send.call(this.#outgoing, chunk) && !this.#outgoing.destroyed) await taken;
      if (this.#isFlushed) this.#sender.flush?.call(this.#outgoing);
    }
    this.#isSent = true;
    end.call(this.#outgoing);
  }

  write(chunk: Chunk, rest: readonly unknown[]): boolean {
    const callback = callbackIn(rest);
    if (this.#isEnded) return this.#refuse(callback);
    void this.#pass(toBytes(chunk, rest[0]), callback);
    if ((this.#input.desiredSize ?? 0) > 0) return true;
    if (!this.#isFull) void this.#input.ready.then(() => this.#drain()).catch(() => {});
    this.#isFull = true;
    return false;
  }

  /** `end(chunk?, encoding?, callback?)` */
  end(rest: readonly unknown[]): void {
    if (this.#isSent) return void this.#sender.end.apply(this.#outgoing, [...rest]);
    const [chunk, encoding] = rest;
    const callback = callbackIn(rest);
    if (chunk && typeof chunk !== 'function') {
      if (this.#isEnded) return void this.#refuse(callback);
      // Node says what is wrong with it.
      if (!isChunk(chunk)) return void this.#sender.end.apply(this.#outgoing, [...rest]);
      this.write(chunk, [encoding]);
    }
    if (callback !== nothing) this.#outgoing.once('finish', () => callback());
    if (this.#isEnded) return;
    this.#isEnded = true;
    void this.#input.close().catch(() => {});
  }

  /** From here on each piece is sent on at once. */
  flush(): void {
    this.#isFlushed = true;
    this.#sender.flush?.call(this.#outgoing);
  }

  async #pass(bytes: Bytes, callback: Callback): Promise<void> {
    try {
      await this.#input.write(bytes);
    } catch (error) {
      return callback(error);
    }
    callback();
  }

  #drain(): void {
    this.#isFull = false;
    if (this.#isEnded || this.#outgoing.destroyed) return;
    this.#isDraining = true;
    this.#outgoing.emit('drain');
    this.#isDraining = false;
  }

  /**
   * Newer versions of Node ask for it before they emit `drain` for what they send. Then what waits here does not count:
   * it waits for just that `drain`.
   */
  #length(): number {
    const sent = Number(this.#ofNode('writableLength'));
    const isAwaited = this.#ofNode('writableNeedDrain') === true;
    return isAwaited ? sent : sent + highWaterMark - (this.#input.desiredSize ?? highWaterMark);
  }

  #ofNode(name: 'writableLength' | 'writableNeedDrain'): unknown {
    return Reflect.get(Object.getPrototypeOf(this.#outgoing), name, this.#outgoing);
  }

  #refuse(callback: Callback): false {
    const error = failure('ERR_STREAM_WRITE_AFTER_END', 'write after end');
    queueMicrotask(() => {
      callback(error);
      this.#outgoing.emit('error', error);
    });
    return false;
  }
}

export function isChunk(value: unknown): value is Chunk {
  return typeof value === 'string' || value instanceof Uint8Array;
}

const nothing: Callback = () => {};

function callbackIn(rest: readonly unknown[]): Callback {
  const found = rest.find((item) => typeof item === 'function');
  return found ? (error) => void found(error) : nothing;
}

function toBytes(chunk: Chunk, encoding: unknown): Bytes {
  if (typeof chunk !== 'string') return new Uint8Array(chunk);
  const name = typeof encoding === 'string' ? encoding : 'utf8';
  if (!Buffer.isEncoding(name)) throw failure('ERR_UNKNOWN_ENCODING', `Unknown encoding: ${name}`);
  return new Uint8Array(Buffer.from(chunk, name));
}

/** As Node's own error for it is known by its code. */
function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
