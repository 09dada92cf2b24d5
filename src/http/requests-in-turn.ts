import type { RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** More requests than any client sends ahead of their responses. */
const maxWaiting = 100;

interface Turn {
  readonly outgoing: ServerResponse;
  readonly begin: () => void;
}

/**
 * Handles the requests of one connection one after the other. Node by itself handles all that a client has sent ahead
 * at once, also those behind a response that closes the connection. They would be executed, and the client would
 * never get their responses. A connection that is about to close reads nothing more.
 * https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export class RequestsInTurn {
  /** For each connection the current request, and those that wait behind it. */
  readonly #turns = new WeakMap<Duplex, Turn[]>();

  /** The last response of this connection that is under way or waits. */
  lastOn(socket: Duplex): ServerResponse | undefined {
    return this.#turns.get(socket)?.at(-1)?.outgoing;
  }

  /** @param listener called when all earlier requests of the same connection have their response. */
  listener(listener: RequestListener): RequestListener {
    return (incoming, outgoing) => {
      const { socket } = incoming;
      const turns = this.#turns.get(socket) ?? [];
      this.#turns.set(socket, turns);
      const begin = (): void => {
        outgoing.on('close', () => {
          turns.shift();
          // If it is no longer writable, this was the last response of its connection.
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
   * Closes a connection of which nothing more can be read, but first responds to the requests that came whole: they may
   * be carried out already.
   *
   * @returns false if no request came whole. Then the caller has to refuse what came.
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
