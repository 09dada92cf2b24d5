import type { PageRewriter } from '../pages/page-rewriter.ts';
import { WholeCharacters } from '../pages/whole-characters.ts';

/**
 * Rewrites a page, and lets all of it arrive. The rewriter gives up where it can't tell how a browser reads on, such
 * as at a `<style>` in a `<select>`, and everything from there on would be lost:
 * https://github.com/cloudflare/lol-html/blob/main/src/parser/tree_builder_simulator/ambiguity_guard.rs So another
 * rewriter, which changes nothing, reads the page first. What it gives out is what can be rewritten; the rest follows
 * as written.
 *
 * @param scout a new rewriter.
 * @param rewrite is given the part of the page that can be read to its end.
 */
export function rewriteWhole(scout: PageRewriter, page: Response, rewrite: (readable: Response) => Response): Response {
  if (page.body === null) return page;
  const source = new UnreadRest(page.body);
  const scouted = scout.onDocument({ end() {} }).transform(new Response(source.stream())).body;
  if (scouted === null) return page;
  const readable = source.upToFailure(scouted);
  const rewritten = rewrite(new Response(readable, page));
  return new Response(
    followedBy(rewritten.body, () => source.rest()),
    rewritten,
  );
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A stream of which one can still have the bytes that a reader took and did not give out again. */
class UnreadRest {
  readonly #reader: ReadableStreamDefaultReader<Bytes>;
  /** What the scout took, from the first byte on that it has not given out. */
  #held: Bytes[] = [];
  /** What it gets next: a scout that fails gives out nothing of the piece in which it does. */
  #pieces: Bytes[] = [];
  readonly #characters = new WholeCharacters();
  #failure: unknown;

  constructor(body: ReadableStream<Bytes>) {
    this.#reader = body.getReader();
  }

  stream(): ReadableStream<Bytes> {
    return pulled(
      async () => {
        if (this.#pieces.length === 0) this.#pieces = splitBeforeTrouble(await this.#readCharacters());
        const piece = this.#pieces.shift();
        if (piece) this.#held.push(piece);
        return piece;
      },
      // A scout that fails cancels this stream. Do not cancel the page: its rest is still needed.
      async () => {},
    );
  }

  /** What the scout gives out; it ends where the scout fails, unless the page itself has failed. */
  upToFailure(scouted: ReadableStream<Bytes>): ReadableStream<Bytes> {
    const reader = scouted.getReader();
    return pulled(
      async () => {
        const { value } = await reader.read().catch((error: unknown) => {
          if (this.#failure !== undefined) throw error;
          return { value: undefined };
        });
        if (value) this.#drop(value.byteLength);
        return value;
      },
      (reason) => this.#cancel(reader, reason),
    );
  }

  /** The next piece of what the scout has not given out. */
  async rest(): Promise<Bytes | undefined> {
    const piece = this.#held.shift() ?? this.#pieces.shift();
    if (piece) return piece;
    const begun = this.#characters.end();
    return begun.length > 0 ? begun : this.#read();
  }

  /** Where the scout fails, what it has read ends with a whole character. */
  async #readCharacters(): Promise<Bytes | undefined> {
    for (;;) {
      const chunk = await this.#read();
      const bytes = chunk ? this.#characters.push(chunk) : this.#characters.end();
      if (bytes.length > 0) return bytes;
      if (!chunk) return undefined;
    }
  }

  async #read(): Promise<Bytes | undefined> {
    try {
      return (await this.#reader.read()).value;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  #drop(length: number): void {
    let left = length;
    while (left > 0) {
      const [first, ...others] = this.#held;
      if (!first) return;
      this.#held = first.byteLength > left ? [first.subarray(left), ...others] : others;
      left -= first.byteLength;
    }
  }

  async #cancel(scouted: ReadableStreamDefaultReader<Bytes>, reason: unknown): Promise<void> {
    await Promise.allSettled([scouted.cancel(reason), this.#reader.cancel(reason)]);
  }
}

/** Where the elements begin in which the rewriter may give up. */
function splitBeforeTrouble(chunk: Bytes | undefined): Bytes[] {
  if (!chunk) return [];
  const starts = [...latin1.decode(chunk).matchAll(/<(?:select|frameset)/gi)]
    .map(({ index }) => index)
    .filter((index) => index > 0);
  return [0, ...starts].map((start, position) => chunk.subarray(start, starts[position]));
}

/** One letter for each byte. */
const latin1 = new TextDecoder('latin1');

function followedBy(
  first: ReadableStream<Bytes> | null,
  rest: () => Promise<Bytes | undefined>,
): ReadableStream<Bytes> {
  const reader = first?.getReader();
  let isFirst = reader !== undefined;
  return pulled(
    async () => {
      const value = isFirst ? (await reader?.read())?.value : undefined;
      isFirst &&= value !== undefined;
      return value ?? rest();
    },
    async (reason) => reader?.cancel(reason),
  );
}

/** A stream that takes from its source only what its reader asks for. */
function pulled(
  next: () => Promise<Bytes | undefined>,
  cancel: (reason: unknown) => Promise<void>,
): ReadableStream<Bytes> {
  const source: UnderlyingDefaultSource<Bytes> = {
    async pull(controller) {
      const chunk = await next();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
    cancel,
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
