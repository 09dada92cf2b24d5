import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Pattern } from './find-patterns.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

/** What the process of a judge says of a pattern. */
export type Told =
  | { readonly verdict: 'safe' | 'unknown' }
  | { readonly verdict: 'grows' | 'measured next'; readonly growth: string };

export interface Limits {
  /** The checker keeps a limit of its own of 10 s, but not always. */
  readonly checkMs: number;
  readonly measureMs: number;
}

const program = fileURLToPath(new URL('judge-program.ts', import.meta.url));

/**
 * Says of one pattern after the other whether it takes more than its text. Neither the checker nor a slow pattern can be
 * stopped in its own process, so they have another one, which ends with the limit.
 */
export class Judge {
  readonly #limits: Limits;
  #child: ChildProcess | undefined;

  constructor(limits: Limits = { checkMs: 20_000, measureMs: 60_000 }) {
    this.#limits = limits;
  }

  /**
   * @returns how much longer a pattern takes for a longer text; undefined where it is only as much longer, and where the
   *   checker cannot tell in time, which is printed.
   */
  async growthOf(pattern: Pattern): Promise<string | undefined> {
    const told = await this.#ask(pattern);
    if (told.verdict === 'unknown')
      console.warn(`${pattern.file}: nothing is known of /${pattern.source}/${pattern.flags}`);
    return told.verdict === 'grows' ? told.growth : undefined;
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #running(): ChildProcess {
    return (this.#child ??= fork(program, { execArgv: [...process.execArgv, ...runTypeScript] }));
  }

  /** What is said last: that a measurement comes is not yet the answer. A process that does not answer in time is ended. */
  #ask({ source, flags }: Pattern): Promise<Told> {
    const child = this.#running();
    const { checkMs, measureMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const settle = (told: Told): void => {
        clearTimeout(timer);
        child.off('message', hear).off('exit', ended);
        resolve(told);
      };
      const startTimer = (timeoutMs: number, late: Told): NodeJS.Timeout =>
        setTimeout(() => {
          settle(late);
          this.end();
        }, timeoutMs);
      const hear = (told: Told): void => {
        if (told.verdict !== 'measured next') return settle(told);
        clearTimeout(timer);
        const growth = `${told.growth}, and still not measured after ${measureMs / 1_000} s`;
        timer = startTimer(measureMs, { verdict: 'grows', growth });
      };
      const ended = (): void => reject(new Error('The process that judges patterns has ended.'));
      let timer = startTimer(checkMs, { verdict: 'unknown' });
      child.on('message', hear).on('exit', ended).send({ source, flags });
    });
  }
}
