import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.ts';
import { type Refusal, textOf } from './refusal.ts';

/** More requests than any client sends ahead of their responses. */
const maxWaiting = 100;

/** Methods that change nothing. https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
const safe = /^(?:GET|HEAD|OPTIONS|TRACE)$/;

interface Turn {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly begin: () => void;
}

/**
 * The requests of one connection, one after the other. Node by itself begins all that a client has sent ahead at once,
 * also those behind a response that closes the connection, behind a refusal, and those that arrive while it closes. They
 * would be executed, and the client would never get their responses.
 * https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export class Connection {
  readonly #socket: Socket;
  readonly #limits: Pick<Limits, 'lingerMs' | 'stalledMs'>;
  /** The request whose response is under way, and those that wait behind it. */
  readonly #turns: Turn[] = [];
  /** The last request, if it had its response before all of its body had come. */
  #unread: IncomingMessage | undefined;
  /** No further request is taken. */
  #isEnding = false;
  #isClosing = false;
  /** The client has closed its end. It may be gone, or wait for its response. */
  #isHalfClosed = false;
  #unreadTimer: NodeJS.Timeout | undefined;
  /** What is written when all requests that were taken have their response. */
  #refuse: (() => Refusal) | undefined;

  constructor(socket: Socket, limits: Pick<Limits, 'lingerMs' | 'stalledMs'>) {
    this.#socket = socket;
    this.#limits = limits;
    // Node calls this after the last response of a connection.
    socket.destroySoon = () => this.#close();
    socket.on('end', () => this.#halfClose());
  }

  get #current(): ServerResponse | undefined {
    return this.#turns[0]?.outgoing;
  }

  /** Whether a response has been handed over and is still being sent. */
  get isSending(): boolean {
    return this.#current?.writableEnded === true;
  }

  /**
   * Whether nothing is expected of the server, or the client does not read what it asked for. A stream that has nothing
   * to send is not stalled.
   */
  get isStalled(): boolean {
    return this.#turns.length === 0 || this.#isHalfClosed || this.#socket.writableLength > 0;
  }

  /** @param begin called when all earlier requests have their response, unless one of these was the last. */
  take(incoming: IncomingMessage, outgoing: ServerResponse, begin: () => void): void {
    if (this.#isEnding) return;
    if (this.#turns.length === maxWaiting) {
      this.#isEnding = true;
      // Not at once: this is called from within the parser.
      setImmediate(() => this.#stopReading());
      return;
    }
    this.#turns.push({ incoming, outgoing, begin });
    if (this.#turns.length === 1) this.#beginNext();
    else this.#boundUnread();
  }

  /**
   * Closes the connection, of which nothing more can be read. Requests that came whole get their responses first: they
   * may be executed already. No request gets two.
   *
   * @param refuse makes the response to what was not taken.
   */
  end(refuse: () => Refusal): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#stopReading();
    const last = this.#turns.at(-1);
    if (last === undefined) {
      if (this.#unread?.complete !== false) this.#refuse = refuse;
      this.#beginNext();
    } else if (last.incoming.complete || this.#turns.length > 1) {
      if (!last.incoming.complete) this.#turns.pop();
      this.#refuse = refuse;
    } else if (!last.outgoing.headersSent) {
      this.#turns.length = 0;
      this.#refuse = refuse;
      this.#beginNext();
    } else if (!last.outgoing.writableEnded) this.#socket.destroy();
  }

  /** Ends a connection that Node has left to us, as it does at CONNECT: it no longer listens to the socket. */
  takeOver(refuse: () => Refusal): void {
    this.#socket
      // An error would end the process.
      .on('error', () => undefined)
      .on('drain', () => this.#current?.emit('drain'));
    this.end(refuse);
  }

  /**
   * Nothing that waits is begun for a client that may be gone. What may have changed something is still answered; other
   * requests end here, so that nobody is asked for a visitor who has left.
   */
  #halfClose(): void {
    this.#isHalfClosed = true;
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#turns.splice(1);
    const [turn] = this.#turns;
    if (turn === undefined || safe.test(turn.incoming.method ?? '')) this.#socket.end();
  }

  #beginNext(): void {
    const [turn] = this.#turns;
    if (!this.#socket.writable) this.#close();
    else if (turn === undefined) {
      if (this.#refuse !== undefined) this.#socket.end(textOf(this.#refuse()));
      if (this.#isEnding) this.#close();
    } else {
      turn.outgoing.on('close', () => {
        this.#turns.shift();
        this.#unread = turn.incoming.complete ? undefined : turn.incoming;
        this.#beginNext();
      });
      turn.begin();
    }
  }

  /**
   * Sends what is written, then waits until the client closes its end. Otherwise the system would reset the connection
   * when more comes from the client, who might then lose the last response.
   */
  #close(): void {
    if (this.#isClosing || this.#socket.destroyed) return;
    this.#isClosing = true;
    this.#isEnding = true;
    this.#turns.length = 0;
    this.#stopReading();
    this.#socket.end(() => {
      const timer = setTimeout(() => this.#socket.destroy(), this.#limits.lingerMs);
      this.#socket.once('close', () => clearTimeout(timer));
    });
  }

  /** What still comes is no longer parsed. Node gives the data to a listener and not to its parser, if there is one. */
  #stopReading(): void {
    this.#socket
      .removeAllListeners('data')
      .on('data', () => this.#boundUnread())
      .resume();
  }

  /**
   * Each byte that comes makes Node's own clock of silence begin anew. A client that sends, and does not read, has as
   * long as a silent one.
   */
  #boundUnread(): void {
    if (!this.#socket.writableNeedDrain || this.#unreadTimer !== undefined) return;
    this.#unreadTimer = setTimeout(() => this.#socket.destroy(), this.#limits.stalledMs);
    const clear = (): void => {
      clearTimeout(this.#unreadTimer);
      this.#unreadTimer = undefined;
      this.#socket.off('drain', clear).off('close', clear);
    };
    this.#socket.on('drain', clear).on('close', clear);
  }
}
