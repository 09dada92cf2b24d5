import { type VisitorRecord, parseRecord } from '../../record/record.ts';

/** Who a page is written for: one visitor, for one request. */
export class PageVisitor {
  /**
   * The visitor's record as the page gets it. Undefined when none came in time, or when the request is not for a
   * page.
   */
  readonly record: VisitorRecord | undefined;
  readonly #request: Request;
  readonly #json: string | undefined;

  /** @param json the record as JSON. */
  constructor(request: Request, json: string | undefined) {
    this.#request = request;
    this.#json = json;
    this.record = json === undefined ? undefined : parseRecord(JSON.parse(json));
  }

  /** @internal */
  get request(): Request {
    return this.#request;
  }

  /** @internal */
  get json(): string | undefined {
    return this.record && this.#json;
  }
}
