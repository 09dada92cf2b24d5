/** Headers by lower-case name. What `Headers` of the web and the headers of `node:http` have in common. */
export interface RequestHeaders {
  /** Several of one name are joined by commas. */
  get(name: string): string | null;
  has(name: string): boolean;
}

/** A request, as far as the service reads it: no body, no query. */
export interface Question {
  readonly method: string;
  /** As it was sent, percent-encoding and all. */
  readonly path: string;
  readonly headers: RequestHeaders;
  /** The address at the other end of the socket. */
  readonly ip?: string | undefined;
  /** Names the request in the log and in its answer. */
  readonly id: string;
}
