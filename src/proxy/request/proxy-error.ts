import type { ErrorStatus } from '../../record/error-body.ts';

export interface ErrorDetails {
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log only. */
  readonly cause?: unknown;
  /** What the owner can do about it, as a sentence. For the log only. */
  readonly fix?: string;
  /** The service fails for every visitor. The circuit breaker counts it. */
  readonly outage?: boolean;
  /** The service did not respond and is not to blame. The circuit breaker takes it for neither success nor failure. */
  readonly inconclusive?: boolean;
  /** The log has its cause already, and a line for each visitor would add nothing. */
  readonly quiet?: boolean;
}

/** The only error that the proxy responds with. Anything else that is thrown is a bug and becomes a plain 500. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;
  readonly fix: string | undefined;
  readonly outage: boolean;
  readonly inconclusive: boolean;
  readonly quiet: boolean;

  /** @param description goes to the visitor: what happened and what to do. */
  constructor(
    status: ErrorStatus,
    description: string,
    { headers = {}, cause, fix, outage = false, inconclusive = false, quiet = false }: ErrorDetails = {},
  ) {
    super(description, { cause });
    this.status = status;
    this.headers = headers;
    this.fix = fix;
    this.outage = outage;
    this.inconclusive = inconclusive;
    this.quiet = quiet;
  }
}
