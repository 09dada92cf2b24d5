import { describe, expect, it } from 'vitest';
import { checkMarkup } from '../../../src/doctor/check-markup.ts';
import { mutatedExamples } from '../../support/mutated-examples.ts';

const mutants = mutatedExamples(42, 14);

describe('an example of the docs with one mistake at random', () => {
  it('is one of 42', () => expect(mutants).toHaveLength(42));

  it.each(mutants)('is told how to write it: $right', ({ markup, right }) => {
    const said = checkMarkup(markup, 'https://shop.example/').map(({ text }) => text);
    expect(said.join('\n'), markup).toContain(right);
  });
});
