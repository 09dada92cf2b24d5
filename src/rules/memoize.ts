import { attempt } from './attempt.ts';

/**
 * Makes each object once, such as the formatters of `Intl`: an engine takes longer to make one than to use it a hundred
 * times. The keys are the languages and currencies of the page, so there are few.
 *
 * @returns a function that returns undefined for anything that the engine refuses to make.
 */
export function memoize<Key extends readonly (string | number)[], Made>(
  make: (...key: Key) => Made,
): (...key: Key) => Made | undefined {
  const made = new Map<string, Made | undefined>();
  return (...key) => {
    const name = key.join();
    if (!made.has(name))
      made.set(
        name,
        attempt(() => make(...key)),
      );
    return made.get(name);
  };
}
