import * as fc from 'fast-check';
import type { Arbitrary, Random, Stream, Value } from 'fast-check';

/** Keeps the value that was made last with what it takes to shrink it. */
class Keeping<Result> extends fc.Arbitrary<Result> {
  last: Value<Result> | undefined;
  readonly #inner: Arbitrary<Result>;

  constructor(inner: Arbitrary<Result>) {
    super();
    this.#inner = inner;
  }

  override generate(random: Random, bias: number | undefined): Value<Result> {
    this.last = this.#inner.generate(random, bias);
    return this.last;
  }

  override canShrinkWithoutContext(value: unknown): value is Result {
    return this.#inner.canShrinkWithoutContext(value);
  }

  override shrink(value: Result, context: unknown): Stream<Value<Result>> {
    return this.#inner.shrink(value, context);
  }
}

/** Candidates that are tried at once, and how many of them a step may try. */
const atOnce = 40;
const mostInStep = 160;

/**
 * Makes the value of a seed as small as it gets, as `fc.check` does it, but trying many candidates at once: they share
 * a page.
 *
 * @param fails tells of each candidate whether it still fails.
 */
export async function shrink<Result>(
  arbitrary: Arbitrary<Result>,
  seed: number,
  fails: (candidates: readonly Result[]) => Promise<readonly boolean[]>,
): Promise<Result | undefined> {
  const keeping = new Keeping(arbitrary);
  fc.sample(keeping, { seed, numRuns: 1 });
  let smallest = keeping.last;
  for (let next = smallest; next;) {
    smallest = next;
    next = await firstThatFails(arbitrary.shrink(smallest.value, smallest.context), fails);
  }
  return smallest?.value;
}

async function firstThatFails<Result>(
  stream: Stream<Value<Result>>,
  fails: (candidates: readonly Result[]) => Promise<readonly boolean[]>,
): Promise<Value<Result> | undefined> {
  const candidates = [...stream.take(mostInStep)];
  for (let first = 0; first < candidates.length; first += atOnce) {
    const some = candidates.slice(first, first + atOnce);
    const index = (await fails(some.map(({ value }) => value))).indexOf(true);
    if (index >= 0) return some[index];
  }
  return undefined;
}
