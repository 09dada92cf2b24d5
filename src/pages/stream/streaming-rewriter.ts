import type { HtmlRewriter, RewriterHandlers } from './html-rewriter.ts';
import { type Limited, pageLimits } from './page-limits.ts';
import { type Bytes, joinBytes, WholeCharacters } from './bytes.ts';
import { UnwritableMarkup } from './ambiguity.ts';
import { DeclaredEncoding } from './declared-encoding.ts';
import type { Listener } from './listeners.ts';
import { HtmlStream } from './html-stream.ts';
import { SelectorList } from './listeners.ts';

/**
 * Rewrites pages on their way, on every host. It never loses a page: where it can't know how a browser reads on, and
 * after an error of its own, the rest of the page leaves as it came.
 */
export class StreamingRewriter implements HtmlRewriter {
  readonly #failed: (error: unknown) => void;
  readonly #limited: Limited;
  readonly #head: string;
  readonly #listeners: Listener[] = [];

  /**
   * @param failed called with errors that should not have happened.
   * @param head markup that is inserted into the page's head, in ASCII.
   */
  constructor(failed: (error: unknown) => void, limited: Limited = () => {}, head = '') {
    this.#failed = failed;
    this.#limited = limited;
    this.#head = head;
  }

  on(selectors: string, handlers: RewriterHandlers): this {
    this.#listeners.push({ selectors: new SelectorList(selectors), handlers });
    return this;
  }

  transform(page: Response): Response {
    const encoding = new DeclaredEncoding(page.headers.get('content-type'));
    const head = this.#head;
    const listeners = encoding.mayBeUtf8 ? this.#listeners : [];
    if (page.body === null || (listeners.length === 0 && head === '')) return page;
    const stream = new HtmlStream({ listeners, encoding, head, limited: this.#limited });
    const characters = new WholeCharacters();
    const written = inTurns(page.body, {
      push: (piece) => stream.push(characters.push(piece)),
      end: () => {
        const rest = [...stream.push(characters.end()), ...stream.end()];
        if (stream.failure !== undefined && !(stream.failure instanceof UnwritableMarkup)) this.#failed(stream.failure);
        return rest;
      },
    });
    return new Response(written, page);
  }
}

interface Work {
  /** @returns what may leave after this piece, in order. */
  push(piece: Bytes): readonly Bytes[];
  /** @returns the rest. */
  end(): readonly Bytes[];
}

/** Works on a page piece by piece, however it comes. After every 64 KiB all else that waits gets its turn. */
function inTurns(page: ReadableStream<Bytes>, { push, end }: Work): ReadableStream<Bytes> {
  let sinceTurn = 0;
  return page.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      async transform(chunk, controller) {
        for (let start = 0; start < chunk.length; start += pageLimits.pieceBytes) {
          const piece = chunk.subarray(start, start + pageLimits.pieceBytes);
          if (sinceTurn + piece.length > pageLimits.pieceBytes) {
            await nextTurn();
            sinceTurn = 0;
          }
          sinceTurn += piece.length;
          enqueue(controller, push(piece));
        }
      },
      flush: (controller) => enqueue(controller, end()),
    }),
  );
}

/** In one piece, so that whatever follows has less to do. */
function enqueue(controller: TransformStreamDefaultController<Bytes>, parts: readonly Bytes[]): void {
  const bytes = joinBytes(parts);
  if (bytes.length > 0) controller.enqueue(bytes);
}

/** Promises alone keep a turn. `setTimeout` waits for a millisecond where there is no `setImmediate`. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof globalThis.setImmediate === 'function') globalThis.setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
