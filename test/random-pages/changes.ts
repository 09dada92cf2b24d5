import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** What a script does to an element of a page. */
export interface Step {
  /** Which of the elements, counted round and round. */
  readonly at: number;
  readonly kind: 'add class' | 'drop classes' | 'set' | 'unset' | 'move' | 'clone' | 'remove';
  readonly name: string;
  readonly value: string;
}

/** The attribute that tells elements from each other, on the page and in its source. */
export const stepMark = 'data-number';

const conditions = fc.constantFrom('country: FR', 'country: DE', 'not-country: FR', 'country: unknown', 'eu');
const classes = fc.constantFrom('geo-show-fr', 'geo-hide-fr', 'geo-show-de', 'geo-hide-eu', 'other');

const none = fc.constant('');

function step(kind: Step['kind'], value: Arbitrary<string> = none, name: Arbitrary<string> = none): Arbitrary<Step> {
  return fc.record({ at: fc.nat(200), kind: fc.constant(kind), name, value });
}

const decides = fc.constantFrom('data-geo-show', 'data-geo-hide');
const local = [
  { weight: 4, arbitrary: step('add class', classes) },
  { weight: 4, arbitrary: step('drop classes') },
  { weight: 4, arbitrary: step('set', conditions, decides) },
  { weight: 4, arbitrary: step('unset', none, decides) },
  { weight: 3, arbitrary: step('move') },
  { weight: 2, arbitrary: step('clone') },
  { weight: 1, arbitrary: step('remove') },
];
const ignore = fc.constant('data-geo-ignore');
const wide = [
  { weight: 4, arbitrary: step('set', none, ignore) },
  { weight: 6, arbitrary: step('unset', none, ignore) },
  { weight: 1, arbitrary: step('set', fc.constantFrom('de', 'ja'), fc.constant('lang')) },
];

/**
 * What happens to a piece: always the same to the same markup.
 *
 * @param isWide whether it may be what makes the widget read the whole page again. That would hide what it has missed.
 */
export function stepsFor(markup: string, isWide: boolean): readonly Step[] {
  let seed = 7;
  for (let at = 0; at < markup.length; at++) seed = (seed * 31 + markup.charCodeAt(at)) % 1_000_003;
  const steps = fc.array(fc.oneof(...local, ...(isWide ? wide : [])), { minLength: 1, maxLength: 4 });
  return fc.sample(steps, { seed, numRuns: 1 })[0] ?? [];
}

/** Numbers the elements of each section, in the page, and gives the markup of each. May use nothing from outside. */
export function numbered(mark: string): readonly string[] {
  return [...document.querySelectorAll('body>section')].map((section, index) => {
    for (const [at, element] of section.querySelectorAll('*').entries()) element.setAttribute(mark, `${index}-${at}`);
    return section.innerHTML;
  });
}

/** Takes one step in each section of the page, and gives the markup of each. May use nothing from outside. */
export function takeSteps([mark, steps]: readonly [mark: string, steps: readonly (Step | undefined)[]]): string[] {
  const needsItsPlace = /^(?:tbody|tr|td|li|dt|dd|rt|option)$/;
  return [...document.querySelectorAll('body>section')].map((section, index) => {
    const marks = [...section.querySelectorAll(`[${mark}]`)].map((element) =>
      Number(element.getAttribute(mark)?.split('-')[1]),
    );
    const next = steps[index];
    const most = Math.max(...marks);
    const element = next && section.querySelector(`[${mark}="${index}-${next.at % (most + 1)}"]`);
    if (!element) return section.innerHTML;
    const { kind, name, value } = next;
    const around = element.parentElement?.localName ?? '';
    const mayStand = !needsItsPlace.test(element.localName) && !/^(?:select|ruby)$/.test(around);
    if (kind === 'add class') element.classList.add(value);
    else if (kind === 'drop classes')
      element.classList.remove(...[...element.classList].filter((token) => /^geo-(?:show|hide)-/.test(token)));
    else if (kind === 'set') element.setAttribute(name, value);
    else if (kind === 'unset') element.removeAttribute(name);
    else if (kind === 'remove') element.remove();
    else if (mayStand && kind === 'move') section.append(element);
    // What a conditional element has shown is not as its owner wrote it, and a copy elsewhere cannot tell.
    else if (mayStand && !/^geo-(?:if|switch|case)$/.test(around)) section.append(element.cloneNode(true));
    return section.innerHTML;
  });
}
