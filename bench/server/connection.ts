import { type Socket, connect } from 'node:net';
import type { LoadRequest } from './suite.ts';

export interface Received {
  readonly status: number;
  readonly body: string;
}

/**
 * One kept-open connection that asks again when it has its answer. Plain sockets: a client of `node:http` costs more
 * than what it measures.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #received = '';
  #take: (received: Received) => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor({ hostname, port, host }: URL) {
    this.#host = host;
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.setEncoding('latin1').on('data', (chunk: string) => this.#read(chunk));
    this.#socket
      .on('error', (error) => this.#fail(error))
      .on('close', () => this.#fail(new Error('the connection was closed')));
  }

  ask({ path, headers }: LoadRequest): Promise<Received> {
    const lines = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${lines}\r\n`, 'latin1');
    return new Promise((resolve, reject) => {
      this.#take = resolve;
      this.#fail = reject;
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#received += chunk;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    const body = this.#received.slice(headEnd + 4);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const isWhole = length === undefined ? body.endsWith('0\r\n\r\n') : body.length >= Number(length);
    if (!isWhole) return;
    this.#received = '';
    this.#take({ status: Number(head.slice(9, 12)), body });
  }
}
