import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 40_000;

export interface Utterance {
  readonly words: string;
  /** As the text says it, empty where it says nothing. */
  readonly language: string;
}

/** All that a screen reader says, in a file that it writes. */
export class Speech {
  readonly #file: string;
  #start = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** What was said since `listen`. */
  get utterances(): readonly Utterance[] {
    return this.#events.filter(isUtterance);
  }

  get words(): readonly string[] {
    return this.utterances.map(({ words }) => words.trim());
  }

  /** Whether the screen reader broke off what it was saying. */
  get isInterrupted(): boolean {
    return this.#events.some((event) => !isUtterance(event));
  }

  /** Forgets what was said before. */
  listen(): void {
    this.#start = this.#lines.length;
  }

  /** Waits until something was said. @throws an error with all that was said in its place. */
  async hear(isHeard: (words: readonly string[]) => boolean): Promise<void> {
    const end = Date.now() + patienceMs;
    while (!isHeard(this.words)) {
      if (Date.now() > end) throw new Error(`Only this was said: ${JSON.stringify(this.words)}`);
      await pause(20);
    }
  }

  get #events(): readonly unknown[] {
    return this.#lines.slice(this.#start).map((line): unknown => JSON.parse(line));
  }

  get #lines(): readonly string[] {
    // The last line is still being written.
    return existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n').slice(0, -1) : [];
  }
}

function isUtterance(event: unknown): event is Utterance {
  return typeof event === 'object' && event !== null && 'words' in event;
}
