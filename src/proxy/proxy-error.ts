import type { ErrorStatus } from '../record/error-body.ts';

/** The one kind of error that the proxy answers with. Anything else that is thrown is a fault of ours and becomes a plain 500. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;

  /** @param description reaches the visitor: what happened and what to do. `cause` goes to the log alone. */
  constructor(status: ErrorStatus, description: string, more: { headers?: Readonly<Record<string, string>>; cause?: unknown } = {}) {
    super(description, { cause: more.cause });
    this.status = status;
    this.headers = more.headers ?? {};
  }
}
