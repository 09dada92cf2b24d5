import type { PageRewriter, RewriterHandlers } from '../page-rewriter.ts';
import { joinBytes, WholeCharacters } from '../whole-characters.ts';
import { AmbiguousMarkup } from './ambiguity.ts';
import { DeclaredEncoding } from './declared-encoding.ts';
import { type Listener, PageReading } from './page-reading.ts';
import { SelectorList } from './selectors.ts';

type EndHandler = NonNullable<Parameters<PageRewriter['onDocument']>[0]['end']>;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Rewrites pages on their way, on every host. It never loses a page: where it can't know how a browser reads on, and
 * after an error of its own, the rest of the page leaves as it came.
 */
export class StreamingRewriter implements PageRewriter {
  readonly #failed: (error: unknown) => void;
  readonly #listeners: Listener[] = [];
  readonly #ends: EndHandler[] = [];

  /** @param failed called with errors that should not have happened. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  on(selectors: string, handlers: RewriterHandlers): this {
    this.#listeners.push({ selectors: new SelectorList(selectors), handlers });
    return this;
  }

  onDocument({ end }: Parameters<PageRewriter['onDocument']>[0]): this {
    if (end) this.#ends.push(end);
    return this;
  }

  transform(page: Response): Response {
    const encoding = new DeclaredEncoding(page.headers.get('content-type'));
    if (page.body === null || !encoding.mayBeUtf8) return page;
    const reading = new PageReading(this.#listeners, encoding);
    const characters = new WholeCharacters();
    const transformer: Transformer<Bytes, Bytes> = {
      // In one piece, so that whatever follows has less to do.
      transform: (chunk, controller) => enqueue(controller, reading.push(characters.push(chunk))),
      flush: (controller) => {
        enqueue(controller, [...reading.push(characters.end()), ...reading.end(() => this.#atEnd())]);
        if (reading.failure !== undefined && !(reading.failure instanceof AmbiguousMarkup))
          this.#failed(reading.failure);
      },
    };
    return new Response(page.body.pipeThrough(new TransformStream(transformer)), page);
  }

  #atEnd(): string {
    let markup = '';
    const append = (content: string): void => {
      markup += content;
    };
    for (const end of this.#ends) end({ append });
    return markup;
  }
}

function enqueue(controller: TransformStreamDefaultController<Bytes>, parts: readonly Bytes[]): void {
  const bytes = joinBytes(parts);
  if (bytes.length > 0) controller.enqueue(bytes);
}
