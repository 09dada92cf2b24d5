import { type Cancellation, Canceller } from './cancellation.ts';
import { ProxyError } from './proxy-error.ts';
import { VisitorLeft } from './visitor-left.ts';

/** What is asked, until the signal is aborted. */
type Work<Answer> = (signal: Cancellation) => Promise<Answer>;

/**
 * Asks once for all who want the same at the same time. A question ends with its answer, at its deadline, or when everybody
 * who waited has left: one who leaves takes nothing from the others.
 */
export class SharedQuestions<Answer> {
  readonly #timeoutMs: number;
  readonly #underWay = new Map<string | symbol, Question<Answer>>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  ask(key: string | symbol, visitor: Cancellation, work: Work<Answer>): Promise<Answer> {
    if (visitor.aborted) return Promise.reject(new VisitorLeft());
    return (this.#underWay.get(key) ?? this.#begin(key, work)).join(visitor);
  }

  #begin(key: string | symbol, work: Work<Answer>): Question<Answer> {
    const question = new Question(this.#timeoutMs, work, () => {
      if (this.#underWay.get(key) === question) this.#underWay.delete(key);
    });
    this.#underWay.set(key, question);
    return question;
  }
}

/** One who waits. By callbacks, since a chain of promises for each visitor costs more than all else that sharing does. */
interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

class Question<Answer> {
  readonly #waiting = new Set<Waiting<Answer>>();
  readonly #canceller = new Canceller();
  #timer: ReturnType<typeof setTimeout>;
  readonly #ended: () => void;

  constructor(timeoutMs: number, work: Work<Answer>, ended: () => void) {
    this.#ended = ended;
    const late = () =>
      this.#stop(
        new ProxyError(504, `The visitor-data service did not answer within ${timeoutMs} ms.`, { outage: true }),
      );
    // A process that stood still comes to its timers before it reads what has come meanwhile: that counts as in time.
    this.#timer = setTimeout(() => (this.#timer = setTimeout(late)), timeoutMs);
    work(this.#canceller).then(
      (answer) => this.#end(({ resolve }) => resolve(answer)),
      (reason: unknown) => this.#end(({ reject }) => reject(reason)),
    );
  }

  join(visitor: Cancellation): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject };
      this.#waiting.add(waiting);
      visitor.addEventListener('abort', () => {
        if (!this.#waiting.delete(waiting)) return;
        reject(new VisitorLeft());
        if (this.#waiting.size === 0) this.#stop(new VisitorLeft());
      });
    });
  }

  /** Work that does not heed its signal ends all the same. */
  #stop(reason: ProxyError): void {
    this.#canceller.abort(reason);
    this.#end(({ reject }) => reject(reason));
  }

  #end(tell: (waiting: Waiting<Answer>) => void): void {
    clearTimeout(this.#timer);
    this.#ended();
    for (const waiting of this.#waiting) tell(waiting);
    this.#waiting.clear();
    this.#canceller.release();
  }
}
