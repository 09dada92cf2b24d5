import type { ErrorStatus } from '../record/error-body.ts';

export interface ErrorDetails {
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log alone. */
  readonly cause?: unknown;
  /** The service fails whoever asks, which the breaker counts. */
  readonly outage?: boolean;
  /** Nothing was heard of the service, which so neither works nor fails. */
  readonly unheard?: boolean;
  /** What led to it was logged once, and a line for each visitor would say no more. */
  readonly quiet?: boolean;
}

/** The one kind of error that the proxy answers with. Anything else that is thrown is a fault of ours and becomes a plain 500. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;
  readonly outage: boolean;
  readonly unheard: boolean;
  readonly quiet: boolean;

  /** @param description reaches the visitor: what happened and what to do. */
  constructor(
    status: ErrorStatus,
    description: string,
    { headers = {}, cause, outage = false, unheard = false, quiet = false }: ErrorDetails = {},
  ) {
    super(description, { cause });
    this.status = status;
    this.headers = headers;
    this.outage = outage;
    this.unheard = unheard;
    this.quiet = quiet;
  }
}
