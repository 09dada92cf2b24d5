import type { RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** No client sends so many requests ahead of their answers. */
const maxWaiting = 100;

interface Turn {
  readonly outgoing: ServerResponse;
  readonly begin: () => void;
}

/**
 * Answers the requests of one connection one after the other. Node begins with all that a client has sent ahead at once, also with
 * those behind an answer that closes the connection: they would be carried out, and nobody would hear of it.
 * A connection that is to close reads nothing more. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export class RequestsInTurn {
  /** For each connection what is being answered, and what waits behind it. */
  readonly #turns = new WeakMap<Duplex, Turn[]>();

  /** The answer that is made on this connection, or waits to be: the last of them. */
  lastOn(socket: Duplex): ServerResponse | undefined {
    return this.#turns.get(socket)?.at(-1)?.outgoing;
  }

  /** @param listener called when everything that was asked before on the same connection has its answer. */
  listener(listener: RequestListener): RequestListener {
    return (incoming, outgoing) => {
      const { socket } = incoming;
      const turns = this.#turns.get(socket) ?? [];
      this.#turns.set(socket, turns);
      const begin = (): void => {
        outgoing.on('close', () => {
          turns.shift();
          // Otherwise this was the last answer of its connection.
          if (socket.writable) turns[0]?.begin();
        });
        listener(incoming, outgoing);
      };
      turns.push({ outgoing, begin });
      if (turns.length === 1) begin();
      else if (turns.length > maxWaiting) socket.destroy();
    };
  }

  /**
   * For a connection of which nothing more can be read: what came whole is still answered, since it may be done already, and
   * then the connection closes.
   *
   * @returns false when nothing came whole, so that the caller has to refuse what is there.
   */
  finish(socket: Duplex): boolean {
    const turns = this.#turns.get(socket) ?? [];
    if (turns.length > 1 && turns.at(-1)?.outgoing.req.complete === false) turns.pop();
    const last = turns.at(-1)?.outgoing;
    if (last === undefined || !last.req.complete) return false;
    last.shouldKeepAlive = false;
    last.on('close', () => socket.end());
    return true;
  }
}
