import { compare } from '../../opt-out/compare.ts';
import { type Cell, choices, consents, regions } from '../../opt-out/expected.ts';
import { site } from '../../opt-out/site.ts';
import { startBrowserPages, startNodePages } from '../../surfaces/on-node.ts';
import { expect, test } from '../support/test.ts';

const [known, unknown] = [['not required', 'given'] as const, ['not given', 'withdrawn'] as const];

/**
 * A part of the matrix: each region without and with the signal where its record comes, and once where none does.
 * `npm test -- opt-out` has all of it, on Workers and in WordPress, too.
 */
const some = regions.flatMap((region, at): Cell[] => [
  { region, signal: false, choice: turn(choices, at), consent: turn(known, at) },
  { region, signal: true, choice: turn(choices, at + 1), consent: turn(known, at / 2) },
  { region, signal: at % 2 === 0, choice: turn(choices, at / 2), consent: turn(unknown, at / 6) },
]);

/** One after the other, again and again. */
function turn<Value>(values: readonly [Value, ...Value[]], at: number): Value {
  return values[Math.floor(at) % values.length] ?? values[0];
}

test('the part has each browser with each choice and consent @release', () => {
  const others = some.map(({ signal, choice, consent }) => `${signal} ${choice} ${consent}`);
  expect(new Set(others).size).toBe(2 * choices.length * consents.length);
});

for (const [where, start] of [
  ['with the built files', startBrowserPages],
  ['written on Node', startNodePages],
] as const) {
  test(`pages ${where} show visitors who opt out, and others, what the table says @release`, async ({ browser }) => {
    test.setTimeout(120_000);
    const surface = await start(site);
    expect(await compare(browser, surface, some)).toEqual([]);
    await surface.close();
  });
}
