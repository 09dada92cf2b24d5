import type { HtmlRewriter, RewriterHandlers } from './html-rewriter.ts';
import { inTurns } from './in-turns.ts';
import type { Limited } from './page-limits.ts';
import { WholeCharacters } from './bytes.ts';
import { AmbiguousMarkup } from './ambiguity.ts';
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
  readonly #listeners: Listener[] = [];

  /** @param failed called with errors that should not have happened. */
  constructor(failed: (error: unknown) => void, limited: Limited = () => {}) {
    this.#failed = failed;
    this.#limited = limited;
  }

  on(selectors: string, handlers: RewriterHandlers): this {
    this.#listeners.push({ selectors: new SelectorList(selectors), handlers });
    return this;
  }

  transform(page: Response): Response {
    const encoding = new DeclaredEncoding(page.headers.get('content-type'));
    if (page.body === null || !encoding.mayBeUtf8) return page;
    const reading = new HtmlStream(this.#listeners, encoding, this.#limited);
    const characters = new WholeCharacters();
    const written = inTurns(page.body, {
      push: (piece) => reading.push(characters.push(piece)),
      end: () => {
        const rest = [...reading.push(characters.end()), ...reading.end()];
        if (reading.failure !== undefined && !(reading.failure instanceof AmbiguousMarkup))
          this.#failed(reading.failure);
        return rest;
      },
    });
    return new Response(written, page);
  }
}
