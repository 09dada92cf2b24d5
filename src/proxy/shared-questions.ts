import { ProxyError } from './proxy-error.ts';
import { VisitorLeft } from './visitor-left.ts';

/** What is asked, until the signal is aborted. */
type Work<Answer> = (signal: AbortSignal) => Promise<Answer>;

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

  ask(key: string | symbol, visitor: AbortSignal, work: Work<Answer>): Promise<Answer> {
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

class Question<Answer> {
  readonly #answer: Promise<Answer>;
  #stop: (reason: ProxyError) => void = () => {};
  #waiting = 0;

  constructor(timeoutMs: number, work: Work<Answer>, ended: () => void) {
    const controller = new AbortController();
    const timeout = (): void => this.#stop(new ProxyError(504, `The visitor-data service did not answer within ${timeoutMs} ms.`, { outage: true }));
    this.#answer = new Promise((resolve, reject) => {
      const timer = setTimeout(timeout, timeoutMs);
      const end = (): void => {
        clearTimeout(timer);
        ended();
      };
      this.#stop = (reason) => {
        end();
        // Work that does not heed its signal ends all the same.
        reject(reason);
        controller.abort(reason);
      };
      work(controller.signal).then(resolve, reject).finally(end);
    });
  }

  join(visitor: AbortSignal): Promise<Answer> {
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(new VisitorLeft());
        if (--this.#waiting === 0) this.#stop(new VisitorLeft());
      };
      const stay = (): void => visitor.removeEventListener('abort', leave);
      visitor.addEventListener('abort', leave, { once: true });
      this.#answer.then(resolve, reject).finally(stay);
    });
  }
}
