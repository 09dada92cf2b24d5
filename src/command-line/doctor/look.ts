import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** One answer, as it came. */
export interface Look {
  readonly url: string;
  readonly status: number;
  /** By names in lower case; repeated ones joined as HTTP joins them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly ms: number;
}

const patienceMs = 15_000;

/** What a browser sends, since caches and firewalls look at it. */
const browserHeaders = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'accept-encoding': 'gzip, br',
  'accept-language': 'en',
};

/**
 * Asks once. Redirects are answers. Not `fetch`, which neither shows every header nor sends every one.
 *
 * @throws Error when nothing answers.
 */
export function look(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Look> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const ask = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = ask(url, { headers: { ...browserHeaders, ...headers }, timeout: patienceMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ url, status: response.statusCode ?? 0, headers: headersOf(response), text: decode(Buffer.concat(chunks), response), ms: performance.now() - start }));
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${patienceMs / 1000} s`)));
    request.on('error', reject);
    request.end();
  });
}

/** Why nothing answers, in one line: a TLS library writes more. */
export function whyNoAnswer(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /wrong version number/i.test(text) ? 'it speaks http there, and not https' : text.replace(/\n.*/s, '');
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));
}

function decode(body: Buffer, { headers }: IncomingMessage): string {
  const encoding = headers['content-encoding'];
  const plain = encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body;
  return plain.toString();
}

/** What a visitor's browser sends when it goes to a page, and when the widget there asks. */
export const navigation = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' } as const;
export const widgetQuestion = { accept: '*/*', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' } as const;
