import type { ErrorStatus } from '../record/error-body.ts';

/** Why a request is refused. Any other error becomes a plain 500. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;

  /** @param description is shown to the caller: no stack, path, key or SQL. */
  constructor(status: ErrorStatus, description: string, headers: Readonly<Record<string, string>> = {}) {
    super(description);
    this.status = status;
    this.headers = headers;
  }
}
