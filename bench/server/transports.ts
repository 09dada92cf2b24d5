/**
 * Another way to the service, to tell what of a cold request is the client. Only measured: what else a service may
 * send, from a broken connection to an answer in pieces, it leaves out.
 */
import { connect } from 'node:net';
import type { Transport, UpstreamResponse } from '../../src/proxy/record/transport.ts';

type Resolve = (response: UpstreamResponse) => void;

/** The least that is a client: an answer comes with its length, and one answer at a time. */
export function bareTransport(upstream: URL): Transport {
  const open = () => {
    const socket = connect(Number(upstream.port), upstream.hostname).setNoDelay();
    const connection = { socket, resolve: undefined as Resolve | undefined };
    let chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const received = chunks.length === 1 ? chunk : Buffer.concat(chunks);
      const headEnd = received.indexOf('\r\n\r\n');
      const head = received.toString('latin1', 0, headEnd);
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      if (headEnd < 0 || received.length < headEnd + 4 + length) return;
      const text = received.toString('utf8', headEnd + 4);
      chunks = [];
      free.push(connection);
      connection.resolve?.({ status: Number(head.slice(9, 12)), headers: { get: () => null }, text });
    });
    return connection;
  };
  const free: ReturnType<typeof open>[] = [];
  return ({ url, headers }) =>
    new Promise((resolve) => {
      const connection = free.pop() ?? open();
      connection.resolve = resolve;
      let lines = `GET ${url.slice(upstream.origin.length)} HTTP/1.1\r\nhost: ${upstream.host}\r\n`;
      for (let index = 0; index < headers.length; index += 2) lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
      connection.socket.write(`${lines}\r\n`, 'latin1');
    });
}
