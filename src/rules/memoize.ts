import { attempt } from './attempt.ts';

const mostMade = 1000;

/**
 * Makes each object once, such as the formatters of `Intl`: an engine takes longer to make one than to use it a hundred
 * times. A page has few languages, currencies and zones. A server writes many pages, whose authors may name any number:
 * beyond what one page has, it begins anew.
 *
 * @returns a function that returns undefined for anything that the engine refuses to make.
 */
export function memoize<Key extends readonly (string | number)[], Made>(
  make: (...key: Key) => Made,
): (...key: Key) => Made | undefined {
  const made = new Map<string, Made | undefined>();
  return (...key) => {
    const name = key.join();
    if (!made.has(name)) {
      if (made.size >= mostMade) made.clear();
      made.set(
        name,
        attempt(() => make(...key)),
      );
    }
    return made.get(name);
  };
}
