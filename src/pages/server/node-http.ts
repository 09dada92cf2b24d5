/** What is read of `node:http`'s `IncomingMessage`, and of Express's and Fastify's requests around it. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The whole path, where a router has taken a part of it off. */
  readonly originalUrl?: string | undefined;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean | undefined };
}

type Header = string | number | readonly string[];
export type Chunk = string | Uint8Array;

/** What is used of `node:http`'s `ServerResponse`. */
export interface NodeResponse {
  statusCode: number;
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  getHeaders(): Record<string, Header | undefined>;
  setHeader(name: string, value: Header): unknown;
  removeHeader(name: string): void;
  writeHead(status: number, ...rest: unknown[]): unknown;
  write(chunk: Chunk, ...rest: unknown[]): boolean;
  end(...rest: unknown[]): unknown;
  /** Added by `compression()`: sends on what it still holds. */
  flush?: () => void;
  destroy(error?: Error): unknown;
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  once(event: string, listener: (...values: unknown[]) => void): unknown;
  emit(event: string, ...values: unknown[]): boolean;
}
