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
  /** The address of the server that answered. */
  readonly server: string;
}

const defaultPatienceMs = 15_000;

/** What a browser sends, since caches and firewalls look at it. */
const browserHeaders = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'accept-encoding': 'gzip, br',
  'accept-language': 'en',
};

/**
 * Asks once. Redirects are answers. Not `fetch`, which neither shows every header nor sends every one.
 *
 * @param patienceMs for all of the answer: a page that drips would never end.
 * @throws NoAnswer when nothing answers, or what cannot be read.
 */
export async function look(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  patienceMs = defaultPatienceMs,
): Promise<Look> {
  const start = performance.now();
  try {
    const { response, body, server } = await answerOf(url, headers, patienceMs);
    return {
      url,
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      text: decode(body, response),
      ms: performance.now() - start,
      server,
    };
  } catch (error) {
    throw new NoAnswer(reasonOf(new URL(url), error, patienceMs), { cause: error });
  }
}

function answerOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  patienceMs: number,
): Promise<{ readonly response: IncomingMessage; readonly body: Buffer; readonly server: string }> {
  return new Promise((resolve, reject) => {
    const ask = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = ask(
      url,
      { headers: { ...browserHeaders, ...headers }, signal: AbortSignal.timeout(patienceMs) },
      (response) => {
        const chunks: Buffer[] = [];
        const server = response.socket.remoteAddress ?? '';
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ response, body: Buffer.concat(chunks), server }));
      },
    );
    request.on('error', reject);
    request.end();
  });
}

/** Says in one line why nothing answers, in words for those who never saw the system's. */
export class NoAnswer extends Error {
  get isCertificate(): boolean {
    return certificateCodes.test((this.cause as NodeJS.ErrnoException | undefined)?.code ?? '');
  }
}

const certificateCodes = /CERT|SIGNATURE/;

function reasonOf({ host, hostname }: URL, cause: unknown, patienceMs: number): string {
  const {
    code = '',
    name = '',
    message = String(cause),
  } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  if (code === 'ENOTFOUND') return `there is no host ${hostname}`;
  if (code === 'EAI_AGAIN') return `the name ${hostname} cannot be looked up from here`;
  if (code === 'ECONNREFUSED') return `nothing listens at ${host}`;
  if (code === 'ECONNRESET') return 'it broke the connection off';
  if (name === 'AbortError' || name === 'TimeoutError') return `the answer was not there within ${patienceMs / 1000} s`;
  if (/wrong version number/i.test(message)) return 'it speaks http there, and not https';
  if (certificateCodes.test(code)) return `browsers refuse its certificate (${message.replace(/[\n;].*/s, '')})`;
  return message.replace(/\n.*/s, '');
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function decode(body: Buffer, { headers }: IncomingMessage): string {
  const encoding = headers['content-encoding'];
  try {
    return (encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body).toString();
  } catch {
    throw new Error(`it says that it is compressed (Content-Encoding: ${encoding}), and cannot be read so`);
  }
}

/** What a visitor's browser sends when it goes to a page, and when the widget there asks. */
export const navigation = {
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
} as const;
export const widgetQuestion = {
  accept: '*/*',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
} as const;
