import { attempt } from './attempt.ts';

/**
 * For what takes an engine longer to make than to use a hundred times, such as the formatters of `Intl`: each is made once. The keys come from the page's own
 * languages and currencies, so there are few.
 *
 * @returns gives undefined for what the engine refuses to make.
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
