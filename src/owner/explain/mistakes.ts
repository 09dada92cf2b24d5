import { keptFields } from '../../record/fields.built.ts';
import { offerMistakesOn } from '../advice/offer-mistakes.ts';
import type { Advice } from '../advice/page-reader.ts';
import { reportedMistakesOf } from '../advice/reported-mistakes.ts';
import type { Core } from '../../widget/api/core.ts';
import { anyBoundSelector, notIgnored } from '../../widget/bindings/selector.ts';
import { native } from '../../widget/dom/native.ts';
import { causeOf, type Reported } from '../../widget/report.ts';
import { errorWords } from './error-words.built.ts';
import type { Finding } from '../../widget/api/owner-tools.ts';
import { conditionalSelector, pageToRead } from './page-to-read.ts';
import { meaningOf } from './reported-words.ts';

/**
 * What was reported so far, with all that its owner needs. The console of a visitor gets a code and the tag of an
 * element, so that no page view pays for the words: they are found here, in the page's markup.
 */
export function reportsInWords(core: Core): readonly Reported[] {
  const found = mistakesOnPage(core);
  return [...core.reported.values()].map((report) => inWords(report, found, core));
}

/** The same for the preview's control: each as sentences, and where it stands on the page. */
export function reportedFindings(core: Core): readonly Finding[] {
  const found = mistakesOnPage(core);
  return [...core.reported.values()].flatMap((report): Finding[] => {
    const { code } = report;
    // The preview's own doing.
    if (report.detail.startsWith('geo-as=')) return [];
    const meaning = meaningOf(report, core);
    if (meaning) return [{ ...meaning, code }];
    // Values that only a lazy file or the settings block has, which are found without it.
    if (code === 'unusable-value' && !report.detail.startsWith('<')) return [];
    const { detail } = inWords(report, found, core);
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

function inWords(report: Reported, found: Found, core: Core): Reported {
  const { code, detail } = report;
  const kept = code === 'kept-back' ? keptFields[detail] : undefined;
  if (kept) return { code, detail: `${detail}: the proxy's GEOLET_EXPOSE=${kept}` };
  const mistake = found.get(causeOf(report));
  const words = mistake ? [...mistake.words].join('; ') : meaningOf(report, core)?.words;
  return words ? { code, detail: `${detail}: ${words}` } : report;
}

/** Every mistake in the page's markup, by what is reported of it. */
function mistakesOnPage(core: Core): Found {
  const found = new Map<string, MistakesOfElement>();
  const page = pageToRead(core);
  const add = ({ words, element, code = '' }: Advice<Element>): void => {
    const cause = causeOf({ code, detail: core.openingTagOf(element) });
    const entry = found.get(cause) ?? { element, words: new Set() };
    entry.words.add(words);
    found.set(cause, entry);
  };
  for (const marked of native(document).querySelectorAll(
    `${notIgnored(anyBoundSelector)},${conditionalSelector},geo-text,geo-currency,geo-time,geo-delivery,geo-select,geo-optout`,
  ))
    reportedMistakesOf(page, marked).forEach(add);
  for (const mistake of offerMistakesOn(page)) add(mistake);
  return found;
}
