import { request } from 'node:http';

export interface ReceivedResponse {
  readonly status: number;
  /** Names in lower case. Repeated lines are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The head as it came. */
  readonly head: string;
}

/** Sends exactly these headers, and reads the whole response. */
export function sendRequest(
  url: string,
  { method, path, headers, body }: { method: string; path: string; headers: readonly string[]; body: string },
): Promise<ReceivedResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, statusMessage = '', rawHeaders } = response;
        const found = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: statusCode,
          headers: Object.fromEntries(found) as Record<string, string>,
          text: Buffer.concat(chunks).toString(),
          head: [statusMessage, ...rawHeaders].join('\n'),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
