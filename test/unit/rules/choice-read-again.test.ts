import { expect, it } from 'vitest';
import { addChoice, parseChoice } from '../../../src/rules/choice.ts';
import { parseVisitorWords } from '../../../src/rules/visitor-words.ts';

// What the next page keeps for a choice is found by all of the choice.
it.each([['country: DE'], ['currency: USD'], ['country: DE', 'currency: USD'], ['currency: USD', 'country: DE']])(
  'a choice of %s is the same when it is read again',
  (...words) => {
    const made = words.reduce<ReturnType<typeof addChoice>>(
      (earlier, text) =>
        addChoice(
          parseVisitorWords(text, (code) => ({ countryCode: code })),
          earlier,
        ),
      undefined,
    );
    expect(made?.fields).toBeDefined();
    expect(parseChoice(JSON.parse(JSON.stringify(made)))).toEqual(made);
  },
);
