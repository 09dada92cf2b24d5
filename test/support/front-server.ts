import { type IncomingHttpHeaders, request } from 'node:http';
import { startServer } from './start-server.ts';

export interface FrontServer {
  /** What it passes requests on to. */
  readonly to: string;
  /**
   * The address that it sees, when it shall be another than that of the connection: all tests come from this machine.
   */
  readonly sees?: string;
  /** Changes the headers of a request; their names are in lower case. */
  readonly headers: (headers: IncomingHttpHeaders, seen: string) => IncomingHttpHeaders;
  /** Responds with this status in place of the server behind it. */
  readonly refuses?: (headers: IncomingHttpHeaders) => number | undefined;
  /** Pages of its own, by path. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Headers of the answer that it takes off. */
  readonly drops?: readonly string[];
}

/** A web server before another one, as small as one can be. Until the end of the test. @returns where. */
export function startFrontServer({
  to,
  sees,
  headers,
  refuses = () => undefined,
  pages = {},
  drops = [],
}: FrontServer): Promise<string> {
  return startServer((incoming, outgoing) => {
    const { method, url = '/' } = incoming;
    const page = pages[url];
    const refusal = refuses(incoming.headers);
    if (refusal !== undefined) {
      outgoing.writeHead(refusal).end();
      return;
    }
    if (page !== undefined) {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    const onward = request(
      to + url,
      { method, headers: headers(incoming.headers, sees ?? incoming.socket.remoteAddress ?? '') },
      (answer) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !drops.includes(name));
        outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
}

const entryOf = (name: string, seen: string): string => (name === 'forwarded' ? `for=${seen};proto=https` : seen);

/** What web servers do to one header by their defaults or their recipes. */
export const fronts = {
  appends:
    (name: string) =>
    (headers: IncomingHttpHeaders, seen: string): IncomingHttpHeaders => ({
      ...headers,
      [name]: [headers[name], entryOf(name, seen)].filter(Boolean).join(', '),
    }),
  overwrites:
    (name: string) =>
    (headers: IncomingHttpHeaders, seen: string): IncomingHttpHeaders => ({ ...headers, [name]: entryOf(name, seen) }),
  passes: (headers: IncomingHttpHeaders): IncomingHttpHeaders => headers,
} as const;
