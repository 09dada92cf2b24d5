import type { VisitorRecord } from '../../record/record.ts';
import type { PageRecord } from '../front/page-record.ts';

/** Who a page is written for: one visitor, for one request. */
export class PageVisitor {
  /**
   * The visitor's record as the page gets it. Undefined when none came in time, or when the request is not for a
   * page.
   */
  readonly record: VisitorRecord | undefined;
  readonly #request: Request;
  readonly #found: PageRecord | undefined;

  constructor(request: Request, found: PageRecord | undefined) {
    this.#request = request;
    this.#found = found;
    this.record = found?.record;
  }

  /** @internal */
  get request(): Request {
    return this.#request;
  }

  /** @internal */
  get found(): PageRecord | undefined {
    return this.#found;
  }
}
