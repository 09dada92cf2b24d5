import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** No client sends so many requests ahead of their answers. */
const maxWaiting = 100;

/**
 * Answers the requests of one connection one after the other. Node begins with all that a client has sent ahead at once, also with
 * those behind an answer that closes the connection: they would be carried out, and nobody would hear of it.
 * A connection that is to close reads nothing more. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export class RequestsInTurn {
  readonly #last = new WeakMap<Duplex, ServerResponse>();
  readonly #waiting = new WeakMap<Duplex, number>();

  /** The answer that is made on this connection, or waits to be: the last of them. */
  lastOn(socket: Duplex): ServerResponse | undefined {
    return this.#last.get(socket);
  }

  /** @param listener called when everything that was asked before on the same connection has its answer. */
  listener(listener: RequestListener): RequestListener {
    return (incoming, outgoing) => {
      const { socket } = incoming;
      const before = this.#last.get(socket);
      this.#last.set(socket, outgoing);
      outgoing.on('close', () => {
        if (this.#last.get(socket) === outgoing) this.#last.delete(socket);
      });
      if (before === undefined) listener(incoming, outgoing);
      else this.#wait(before, incoming, () => listener(incoming, outgoing));
    };
  }

  #wait(before: ServerResponse, { socket }: IncomingMessage, answer: () => void): void {
    const waiting = (this.#waiting.get(socket) ?? 0) + 1;
    this.#waiting.set(socket, waiting);
    if (waiting > maxWaiting) return void socket.destroy();
    before.on('close', () => {
      this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1);
      // Otherwise the answer before was the last one of this connection.
      if (socket.writable) answer();
    });
  }
}
