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
  statusMessage: string;
  readonly headersSent: boolean;
  getHeaders(): Record<string, Header | undefined>;
  setHeader(name: string, value: Header): unknown;
  removeHeader(name: string): void;
  writeHead(status: number, ...rest: unknown[]): unknown;
  flushHeaders(): void;
  write(chunk: Chunk, ...rest: unknown[]): boolean;
  end(...rest: unknown[]): unknown;
  destroy(error?: Error): unknown;
  on(event: 'close' | 'drain', listener: () => void): unknown;
  once(event: 'close' | 'drain', listener: () => void): unknown;
  emit(event: 'drain'): boolean;
}
