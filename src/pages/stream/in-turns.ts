import { pageLimits } from './page-limits.ts';
import { type Bytes, joinBytes } from './bytes.ts';

interface Work {
  /** @returns what may leave after this piece, in order. */
  push(piece: Bytes): readonly Bytes[];
  /** @returns the rest. */
  end(): readonly Bytes[];
}

/** Works on a page piece by piece, however it comes. After every 64 KiB all else that waits gets its turn. */
export function inTurns(page: ReadableStream<Bytes>, { push, end }: Work): ReadableStream<Bytes> {
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
