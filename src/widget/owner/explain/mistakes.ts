import { keptFields } from '../../../record/fields.built.ts';
import { readBindings } from '../../../rules/markup/bindings.ts';
import { readValueElement } from '../../../rules/markup/value-element.ts';
import type { Note } from '../../../rules/mistake.ts';
import type { Core } from '../../api/core.ts';
import { boundSelector } from '../../bindings/selector.ts';
import { domReader } from '../../dom/dom-reader.ts';
import { native } from '../../dom/native.ts';
import { causeOf, type Reported } from '../../report.ts';
import { errorWords } from './error-words.built.ts';
import type { Finding } from './finding.ts';
import { describeMistake, type MistakePlace, spellAsAttribute, spellAsText } from './mistake-words.ts';
import { conditional } from './typos.ts';

/**
 * What was reported so far, with all that its owner needs. The console of a visitor gets a code and the tag of an
 * element, so that no page view pays for the words: they are found here, in the page's markup.
 */
export function reportsInWords(core: Core): readonly Reported[] {
  const found = mistakesOnPage(core);
  return [...core.reported.values()].map((report) => inWords(report, found));
}

/** The same for the preview's control: each as sentences, and where it stands on the page. */
export function reportedFindings(core: Core): readonly Finding[] {
  const found = mistakesOnPage(core);
  return [...core.reported.values()].flatMap((report): Finding[] => {
    const { code } = report;
    const { detail } = inWords(report, found);
    // The preview's own doing; and values that only a lazy file reads, which are found without it.
    if (detail.startsWith('geo-as=') || (code === 'unusable-value' && !detail.startsWith('<'))) return [];
    const mistake = found.get(causeOf(report));
    if (mistake) {
      const { element } = mistake;
      return [...mistake.words].map((words) => ({ words: `${report.detail}: ${words}`, element, code }));
    }
    const { cause = '', fix = '' } = errorWords[code] ?? {};
    return [{ words: [asSentence(detail), cause, fix].filter(Boolean).join(' '), code }];
  });
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

interface MistakesOfElement {
  /** The first element with this opening tag. */
  readonly element: Element;
  readonly words: Set<string>;
}

type Found = ReadonlyMap<string, MistakesOfElement>;

function inWords(report: Reported, found: Found): Reported {
  const { code, detail } = report;
  const kept = code === 'kept-back' ? keptFields[detail] : undefined;
  if (kept) return { code, detail: `${detail}: the proxy's GEOLET_EXPOSE=${kept}` };
  const mistake = found.get(causeOf(report));
  return mistake ? { code, detail: `${detail}: ${[...mistake.words].join('; ')}` } : report;
}

/** A binding has its conditions as text or as classes. */
function spellAsBinding(element: Element): MistakePlace['spell'] {
  return (name, value, wrong = '') => {
    const verb = ['show', 'hide'].find((known) =>
      [...native(element).classList].some((token) => token.toLowerCase() === `geo-${known}-${wrong}`),
    );
    return verb ? `geo-${verb}-${value.toLowerCase()}` : spellAsText(name, value);
  };
}

/** Every mistake in the page's markup, by what is reported of it. */
function mistakesOnPage(core: Core): Found {
  const found = new Map<string, MistakesOfElement>();
  const groups = core.visitor.facts?.groups;
  const names = [...(groups?.keys() ?? [])];
  for (const element of native(document).querySelectorAll(`${boundSelector},${conditional},geo-text,geo-currency`)) {
    const noteWith =
      (spell: MistakePlace['spell']): Note =>
      (code, text) => {
        const cause = causeOf({ code, detail: core.openingTagOf(element) });
        const place = { groups: names, spell, attribute: (name: string) => native(element).getAttribute(name) };
        const entry = found.get(cause) ?? { element, words: new Set() };
        entry.words.add(describeMistake(code, text, place));
        found.set(cause, entry);
      };
    readBindings(domReader, element, groups, noteWith(spellAsBinding(element)));
    if (native(element).matches(conditional)) {
      const note = noteWith(spellAsAttribute);
      if (!core.conditionOf(element, note).length) note('empty-condition', '');
    }
    if (native(element).matches('geo-text,geo-currency')) readValueElement(domReader, element, noteWith(spellAsText));
  }
  return found;
}
