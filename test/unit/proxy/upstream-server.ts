import { type IncomingMessage, type RequestListener, createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { fieldNames, fields } from '../../../src/record/fields.ts';
import { listen } from '../../support/loopback.ts';

/** Looks like a key and stands nowhere else, so that finding it anywhere is a leak. */
export const key = 'glt_canary_7f3a9c51d2';

/** How long a test waits for what happens at once unless the machine is busy. */
export const patience = { timeout: 20_000 } as const;

export interface Upstream {
  readonly url: string;
  readonly received: readonly IncomingMessage[];
  /** Connections that were ever opened. */
  readonly connections: () => number;
  /** Whether every connection that carried a request is closed. `fetch` may have opened another one in its place. */
  readonly isLetGo: () => boolean;
}

/** A real server on a free port that keeps what it is asked. It is closed when the test ends. */
export async function startUpstream(listener: RequestListener = answerRecord()): Promise<Upstream> {
  const received: IncomingMessage[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    received.push(request);
    listener(request, response);
  });
  server.on('connection', () => connections++);
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url,
    received,
    connections: () => connections,
    isLetGo: () => received.every(({ socket }) => socket.destroyed),
  };
}

/** Every field of the contract, with the values of the field table. */
export const wholeRecord: Readonly<Record<string, unknown>> = Object.fromEntries(
  fieldNames.map((name) => [name, fields[name].example]),
);

/** Answers with a record about the address that was asked for, and nothing but what the contract has. */
export function answerRecord(record: Readonly<Record<string, unknown>> = wholeRecord): RequestListener {
  return (request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify('IP' in record ? { ...record, IP: request.headers['x-visitor-ip'] } : record));
  };
}
