import { destinationOf, leadsHere } from '../../rules/destination.ts';
import { casesIn, chooseHonored, conditionEntries, type Part as ShownPart } from '../../rules/markup/parts.ts';
import { writtenValue } from '../../rules/markup/written.ts';
import { domReader } from '../../widget/dom/dom-reader.ts';
import { partOf } from '../../widget/dom/page-markup.ts';
import { isHiddenByRules } from '../trace-page.ts';
import { explainCondition, type ExplainedCondition, wordOf } from './condition-words.ts';
import { type Explain, hasState, holdsFocus } from './element-state.ts';
import type { Snapshot } from './snapshot.ts';
import { type Part, sourceOf } from './source.ts';
import { native } from '../../widget/dom/native.ts';

/** The condition in an element's attributes, and what it comes to. */
export function explainAttributes(element: Element, snapshot: Snapshot): ExplainedCondition {
  return explainCondition(conditionEntries(domReader, element) ?? [], snapshot);
}

/** What else is on the element decides first: it is explained with the bindings. */
function hiddenAsWhole(element: Element, { facts }: Snapshot): Part | undefined {
  return facts && isHiddenByRules(element, facts)
    ? { head: 'shows nothing: it is hidden as a whole', lines: [] }
    : undefined;
}

function startsHidden(element: Element): boolean {
  return writtenValue(domReader, element, 'hidden') !== null;
}

export const explainIf: Explain = (element, snapshot, core) => {
  const { answer, lines } = explainAttributes(element, snapshot);
  if (!snapshot.facts) return { head: `stays as written: ${snapshot.missing}`, lines: [] };
  const whole = hiddenAsWhole(element, snapshot);
  if (whole) return whole;
  const shown = startsHidden(element) ? 'nothing' : 'its content';
  if (answer === undefined) return { head: `shows ${shown}, as written: the answer is unknown`, lines };
  if (!answer && holdsFocus(element) && !native(document).activeElement?.closest('geo-if > [slot=else]'))
    return { head: `still shows its content: the answer is no, and it waits for the focus to leave`, lines };
  const part = wordsOfPart(partOf(element, answer, core), answer);
  return { head: `shows ${part}: the answer is ${wordOf(answer)}`, lines };
};

function wordsOfPart(part: ShownPart<Element>, isYes: boolean): string {
  if (part.kind === 'content') return isYes ? 'its content' : 'the content beside its template';
  if (part.kind === 'template') return isYes ? "its template's content" : 'its else part';
  return part.kind === 'children' && part.children.length ? 'its else part' : 'nothing';
}

export const explainOptOut: Explain = (element, snapshot, { geolet: { optOut } }) => {
  if (!snapshot.facts) return { head: `stays as written: ${snapshot.missing}`, lines: [] };
  const whole = hiddenAsWhole(element, snapshot);
  if (whole) return whole;
  const why = {
    signal: 'the browser sends Global Privacy Control',
    true: 'the visitor has opted out, here or on another page',
    false: 'the visitor has not opted out, and the browser sends no Global Privacy Control',
  };
  const button = native(element).shadowRoot?.querySelector('button:not([hidden])');
  const lines = [`geolet.optOut → ${String(optOut)}: ${why[`${optOut}`]}`];
  if (button) return { head: `shows its button${optOut === true ? ', pressed' : ''}`, lines };
  const isHonored = snapshot.facts.page.gpc && chooseHonored(domReader, element).kind !== 'written';
  return { head: isHonored ? 'shows its words for the signal' : 'shows its content, as written', lines };
};

/** The first case that is answered with yes; undefined where the switch stays as written. */
function chosenCase(element: Element, snapshot: Snapshot): Element | undefined {
  return casesIn(domReader, element).find((child) => explainAttributes(child, snapshot).answer);
}

export const explainSwitch: Explain = (element, snapshot) => {
  if (!snapshot.facts) return { head: `stays as written: ${snapshot.missing}`, lines: [] };
  const whole = hiddenAsWhole(element, snapshot);
  if (whole) return whole;
  const cases = casesIn(domReader, element);
  const chosen = chosenCase(element, snapshot);
  const asked = chosen ? cases.slice(0, cases.indexOf(chosen) + 1) : cases;
  const lines = asked.flatMap((child) => {
    const { answer, lines: own } = explainAttributes(child, snapshot);
    return [`${sourceOf(child)} → ${wordOf(answer)}`, ...own.map((line) => `  ${line}`)];
  });
  const rest = cases.length - asked.length;
  return {
    head: chosen
      ? `shows ${sourceOf(chosen)}: the first case that is yes`
      : 'shows its default, as written: no case is yes',
    lines: rest ? [...lines, `${rest} later ${rest === 1 ? 'case is' : 'cases are'} not checked`] : lines,
  };
};

export const explainCase: Explain = (element, snapshot) => {
  const around = native(element).parentElement;
  if (around?.localName !== 'geo-switch')
    return { head: 'stays as written: it is not a direct child of a <geo-switch>', lines: [] };
  if (!snapshot.facts) return { head: `stays as written: ${snapshot.missing}`, lines: [] };
  const whole = hiddenAsWhole(element, snapshot);
  if (whole) return whole;
  const { answer, lines } = explainAttributes(element, snapshot);
  const chosen = chosenCase(around, snapshot);
  if (chosen === element) return { head: 'shows: it is the first case that is yes', lines };
  if (chosen)
    return {
      head: answer
        ? `does not show: an earlier case is yes, ${sourceOf(chosen)}`
        : `does not show: the answer is ${wordOf(answer)}, and ${sourceOf(chosen)} is yes`,
      lines,
    };
  return {
    head: `${startsHidden(element) ? 'does not show' : 'shows'}, as written: no case is yes, this one is ${wordOf(answer)}`,
    lines,
  };
};

export const explainSuggest: Explain = (element, snapshot) => {
  const { answer, lines } = explainAttributes(element, snapshot);
  const href = native(element).getAttribute('href')?.trim();
  if (hasState(element, 'open')) return { head: 'shows: the answer is yes', lines };
  if (answer === undefined)
    return {
      head: `shows ${startsHidden(element) ? 'nothing' : 'its content'}, as written: the answer is unknown`,
      lines: snapshot.facts ? lines : [snapshot.missing],
    };
  if (!answer) return { head: 'shows nothing: the answer is no', lines };
  if (href && destinationOf(href, location.href) && leadsHere(href, location.href))
    return { head: 'shows nothing: the visitor is on that page already', lines };
  const other = [...native(document).querySelectorAll('geo-suggest')].find((suggestion) =>
    hasState(suggestion, 'open'),
  );
  if (other) return { head: `shows nothing: another suggestion shows, ${sourceOf(other)}`, lines };
  const period = native(element).getAttribute('days') === '0' ? '' : ' in the last days';
  const head = `shows nothing: it has been followed or closed${period}, or another suggestion was shown on this page view`;
  return { head, lines };
};
