import { toAbortSignal, type AbortSignalLike } from '../request/visitor-request.ts';
import { ProxyError } from '../request/proxy-error.ts';

/**
 * Sends a request to the service. A host brings its own where `fetch` is slow or absent. Rejects when there is no whole
 * response.
 */
export type Transport = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/** A GET with exactly these headers. A transport adds only what HTTP itself needs (Host, Connection). */
export interface UpstreamRequest {
  readonly url: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  /** The transport stops reading a longer body and rejects. */
  readonly maxBodyBytes: number;
  /**
   * Aborted at the deadline or when the visitor leaves. The transport then closes the connection. `toAbortSignal` makes
   * one for `fetch`.
   */
  readonly signal: AbortSignalLike;
}

/** Redirects are not followed: a redirect is a response as any other. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
  /** What the text says, where a service in this process answers: then nobody reads the text. */
  readonly record?: RecordParts | undefined;
}

/** A record in two parts, which follow each other. */
export interface RecordParts {
  /** The fields that follow from the address: the same object for all visitors of a place. */
  readonly place: Readonly<Record<string, unknown>>;
  readonly visit: Readonly<Record<string, unknown>>;
}

const decoder = new TextDecoder();

/** Collects a body chunk by chunk. Throws a 502 as soon as it is longer than its limit. */
export class BodyCollector {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.byteLength;
    if (this.#length > this.#maxBytes)
      throw new ProxyError(502, `The visitor-data service answered with more than ${this.#maxBytes} bytes.`, {
        fix: 'Check that GEOLET_UPSTREAM is the address of a visitor-data service.',
      });
    this.#chunks.push(chunk);
  }

  text(): string {
    const [first] = this.#chunks;
    if (first !== undefined && this.#chunks.length === 1) return decoder.decode(first);
    const body = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      body.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return decoder.decode(body);
  }
}

/**
 * The transport for every host that has `fetch`. Redirects are not followed: `fetch` would send the visitor's address
 * along, although it removes `Authorization`. https://github.com/nodejs/undici/issues/4917
 *
 * @param send the platform's `fetch`, or something of the same shape such as a service binding.
 */
export function createFetchTransport(send: typeof fetch = fetch): Transport {
  return async ({ url, headers, maxBodyBytes, signal }) => {
    // An empty one, in case the visitor has none: `fetch` of Node would send its own, and the service would describe
    // that.
    const sent = new Headers({ 'user-agent': '' });
    for (let index = 0; index < headers.length; index += 2) sent.set(headers[index] ?? '', headers[index + 1] ?? '');
    const response = await send(url, { headers: sent, redirect: 'manual', signal: toAbortSignal(signal) });
    const body = new BodyCollector(maxBodyBytes);
    const reader = response.body?.getReader();
    try {
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
        body.add(part.value);
    } catch (error) {
      void reader?.cancel().catch(() => undefined);
      throw error;
    }
    return { status: response.status, headers: response.headers, text: body.text() };
  };
}
