import { Parser } from 'htmlparser2';

/** A page read by htmlparser2 and copied by its offsets: what a rewriter over it costs at least. */
export function copyPage(page: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let held = new Uint8Array(0);
  let start = 0;
  let read = 0;
  const pass = (): void => {
    read = Math.max(read, parser.endIndex + 1);
  };
  const parser = new Parser(
    { onopentag: pass, onclosetag: pass, ontext: pass, oncomment: pass },
    { decodeEntities: false },
  );
  const transformer: Transformer<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> = {
    transform(chunk, controller) {
      const joined = new Uint8Array(held.length + chunk.length);
      joined.set(held);
      joined.set(chunk, held.length);
      parser.write(Buffer.from(chunk).toString('latin1'));
      controller.enqueue(joined.slice(0, read - start));
      held = joined.subarray(read - start);
      start = read;
    },
    flush(controller) {
      parser.end();
      controller.enqueue(held);
    },
  };
  return page.pipeThrough(new TransformStream(transformer));
}
