import { closest } from '../record/closest.ts';

/**
 * What is wrong with the options of a command, without Node's advice on how to pass them as something else, and with the
 * option that was meant.
 *
 * @param error of `parseArgs`.
 * @param options that there are.
 */
export function argumentProblem(error: unknown, options: readonly string[]): string {
  const text = error instanceof Error ? error.message : String(error);
  const problem = text.replace(/\. To specify .*$/s, '').replace(/\.$/, '');
  const [, unknown] = /^Unknown option '--([^']*)'/.exec(problem) ?? [];
  return `${problem}.${didYouMean(unknown, options, '--')}`;
}

/** Ends a sentence on a word that is not known, where one is near it. */
export function didYouMean(word: string | undefined, words: readonly string[], before = ''): string {
  const near = word === undefined ? undefined : closest(word, words);
  return near === undefined ? '' : ` Did you mean ${before}${near}?`;
}
