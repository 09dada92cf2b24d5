/** Headers by lower-case name: the part that the web's `Headers` and the headers of `node:http` have in common. */
export interface RequestHeaders {
  /** Several headers of the same name are joined with commas. */
  get(name: string): string | null;
  has(name: string): boolean;
}

/** The parts of a request that the service reads: no body, no query. */
export interface ServiceRequest {
  readonly method: string;
  /** As it was sent, with its percent-encoding. */
  readonly path: string;
  readonly headers: RequestHeaders;
  /** The address at the other end of the socket. */
  readonly ip?: string | undefined;
  /** Identifies the request in the log and in its response. */
  readonly id: string;
}
