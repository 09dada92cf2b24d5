import { Connection } from './connection.ts';
import type { LoadRequest } from './suite.ts';

export interface Load {
  readonly request: (index: number) => LoadRequest;
  readonly connections: number;
  /** How many; the same work for every program, however busy the machine is. */
  readonly requests: number;
  /** A time of `performance.now`. After it no request is sent, even if some are left. */
  readonly until?: number;
  /** Number of the first request. */
  readonly from: number;
}

export interface Answered {
  readonly requests: number;
  readonly seconds: number;
  readonly milliseconds: readonly number[];
  /** How often each status came. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Responses of status 200 about another visitor. */
  readonly wrong: number;
}

/** Keeps every connection busy with one request at a time until all are answered, and looks at each answer. */
export async function load(
  url: URL,
  { request, connections, requests, until = Infinity, from }: Load,
): Promise<Answered> {
  const milliseconds: number[] = [];
  const statuses: Record<number, number> = {};
  let index = from;
  let wrong = 0;
  const end = from + requests;
  const begun = performance.now();

  const work = async (connection: Connection): Promise<void> => {
    while (index < end && performance.now() < until) {
      const asked = request(index++);
      const sent = performance.now();
      const { status, body } = await connection.ask(asked);
      milliseconds.push(performance.now() - sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 200 && asked.expected !== undefined && !body.includes(asked.expected)) wrong++;
    }
    connection.close();
  };

  await Promise.all(Array.from({ length: connections }, () => work(new Connection(url))));
  return { requests: index - from, seconds: (performance.now() - begun) / 1000, milliseconds, statuses, wrong };
}
