import { readdirSync, readFileSync } from 'node:fs';

/** An example of the docs with one mistake in it, and what takes it out. */
export interface MutatedExample {
  readonly markup: string;
  /** What the owner has to write. */
  readonly right: string;
}

type Mutate = (tag: string, random: () => number) => { readonly tag: string; readonly right: string } | undefined;

const ours =
  /\s(data-geo-(?:text|show|hide|href|currency|when)|country|not-country|currency|language|prices|template)="([^"<>]+)"/g;

/** The closing quote of an attribute is gone. */
const dropQuote: Mutate = (tag, random) => {
  const one = pick([...tag.matchAll(ours)], random);
  if (!one) return undefined;
  const [written, name = '', value = ''] = one;
  const end = one.index + written.length;
  return { tag: tag.slice(0, end - 1) + tag.slice(end), right: `write ${name}="${value}"` };
};

/** Two letters of a name are swapped. */
const misspell: Mutate = (tag, random) => {
  const one = pick(
    [...tag.matchAll(ours)].filter(([, name = '']) => !/^(?:data-geo-(?:show|hide|when)|not-.*)$/.test(name)),
    random,
  );
  if (!one) return undefined;
  const [written, name = '', value = ''] = one;
  const first = name.replace(/^data-geo-/, '');
  const places = first
    .slice(0, -1)
    .split('')
    .flatMap((letter, at) => (letter === first[at + 1] ? [] : [at]));
  const at = pick(places, random) ?? 0;
  const swapped =
    first.slice(0, at) +
    first
      .slice(at, at + 2)
      .split('')
      .toReversed()
      .join('') +
    first.slice(at + 2);
  return { tag: tag.replace(written, ` ${name.replace(first, swapped)}="${value}"`), right: `did you mean ${name}?` };
};

/** `EUR 45` is `45 EUR`. */
const swapPrice: Mutate = (tag, random) => {
  const lists = [...tag.matchAll(/\s(data-geo-currency|prices|was)="([A-Z]{3} \d[^"]*)"/g)];
  const one = pick(lists, random);
  if (!one) return undefined;
  const [written, name = '', value = ''] = one;
  const price = pick(value.match(/\b[A-Z]{3} \d+(?:\.\d+)?/g) ?? [], random) ?? '';
  const wrong = value.replace(price, price.split(' ').toReversed().join(' '));
  return { tag: tag.replace(written, ` ${name}="${wrong}"`), right: `write ${name}="${value}"` };
};

/** @returns as many of each kind. Equal seeds give equal ones. */
export function mutatedExamples(seed: number, ofEach: number): readonly MutatedExample[] {
  const random = randomFrom(seed);
  const examples = readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .flatMap((name) =>
      [...readFileSync(`docs/${name}`, 'utf8').matchAll(/```html\n([^]*?)```/g)].map(([, html = '']) => html),
    );
  return [dropQuote, misspell, swapPrice].flatMap((mutate) => {
    const found = new Map<string, MutatedExample>();
    for (let tries = 0; found.size < ofEach && tries < 10_000; tries++) {
      const html = pick(examples, random) ?? '';
      const one = pick([...html.matchAll(/<(?!script)[a-z][^<>]*>/g)], random);
      const mutated = one && mutate(one[0], random);
      if (!one || !mutated) continue;
      // A quote takes in what follows up to the next one.
      const markup = `${html.slice(0, one.index)}${mutated.tag}${html.slice(one.index + one[0].length)}<p class="last">A</p>`;
      if (!found.has(mutated.tag)) found.set(mutated.tag, { markup, right: mutated.right });
    }
    return [...found.values()];
  });
}

function pick<Value>(values: readonly Value[], random: () => number): Value | undefined {
  return values[Math.floor(random() * values.length)];
}

/** https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
