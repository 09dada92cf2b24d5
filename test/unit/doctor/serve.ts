import type { RequestListener } from 'node:http';

/** The same answer to every request. */
export const serve =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);
