import { typosOn } from '../advice/typos.ts';
import { isHidden, whyIgnored } from './binding-words.ts';
import type { Core } from '../../widget/api/core.ts';
import { type ElementTag, elementTags, isElementTag } from '../../widget/elements/element-table.ts';
import { causeOf } from '../../widget/report.ts';
import { closest } from '../../record/closest.ts';
import { explainCase, explainIf, explainOptOut, explainSuggest, explainSwitch } from './conditional-words.ts';
import type { Explain } from './element-state.ts';
import type { Source } from '../../widget/visitor/visitor.ts';
import type { Snapshot } from './snapshot.ts';
import { previewWords } from './take-snapshot.ts';
import { reportsInWords } from './mistakes.ts';
import { knownElements, pageReader } from './page-to-read.ts';
import { type Part, sourceOf } from './source.ts';
import {
  explainCurrency,
  explainDelivery,
  explainFlag,
  explainNearest,
  explainText,
  explainTime,
} from './value-words.ts';
import { native } from '../../widget/dom/native.ts';

/** Why an element of ours shows what it shows; undefined for any other. */
export function explainElement(element: Element, snapshot: Snapshot, core: Core): Part | undefined {
  const tag = native(element).localName;
  if (!tag.startsWith('geo-') || tag === 'geo-t') return undefined;
  const source = sourceOf(element);
  const mistakes = mistakesOf(element, core);
  const explain = isElementTag(tag) ? explainers[tag] : undefined;
  if (!explain && !customElements.get(tag)) {
    const meant = closest(tag, elementTags);
    return {
      head: `${source} shows its content: there is no element of that name`,
      lines: meant ? [`did you mean <${meant}>?`] : [],
    };
  }
  const notOurs = whyNotOurs(element, core) ?? whyIgnored(element);
  if (notOurs) return { head: `${source} stays as written: ${notOurs}`, lines: mistakes };
  if (!explain) return { head: source, lines: mistakes };
  if (!native(element).isConnected) return { head: `${source} is not on the page`, lines: mistakes };
  const { head, lines } = explain(element, snapshot, core);
  return {
    head: `${source} ${asHidden(element, head)}`,
    lines: [...lines, ...mistakes, ...typosOn({ reader: pageReader(core), known: knownElements }, element)],
  };
}

/** The same words of an element that is hidden, as written or by a binding: it only would show. */
function asHidden(element: Element, head: string): string {
  if (!isHidden(element) || !/^(still )?shows\b(?! nothing)/.test(head)) return head;
  return `does not show: it is hidden. Without that it ${head}`;
}

/** What was reported about an element, or about one with the same markup: its detail begins with the opening tag. */
function mistakesOf(element: Element, core: Core): string[] {
  const source = core.openingTagOf(element);
  return reportsInWords(core)
    .filter(({ detail }) => detail.startsWith(source))
    .map(causeOf);
}

/** Why nothing of ours is at work in an element. */
function whyNotOurs(element: Element, core: Core): string | undefined {
  const tag = native(element).localName;
  const reports = [...core.reported.values()];
  if (reports.some(({ code, detail }) => code === 'duplicate' && detail.startsWith(`<${tag}>`)))
    return 'another library has defined an element of that name';
  if (native(element).matches(':defined')) return undefined;
  const registry = native(element).customElementRegistry;
  // Undefined where the browser has one for all.
  if (registry !== undefined && registry !== customElements) return 'the registry of its shadow tree does not have it';
  const files = ['elements', tag.slice('geo-'.length)];
  const refused = reports.find(
    ({ code, detail }) => code === 'file-refused' && files.some((file) => detail.startsWith(`${file}:`)),
  );
  return refused ? causeOf(refused) : 'the file that it needs has not loaded yet';
}

const explainSelect: Explain = (element, snapshot) => {
  const own = native(element).querySelector('select,button');
  const isList = native(element).shadowRoot?.querySelector('select');
  const built = isList ? 'a list' : 'its content, as written';
  const shown = own ? `your own <${own.localName}>` : built;
  const lines: Partial<Record<Source, string>> = {
    choice: 'the visitor has chosen, here or in another tab; geolet.reset() takes it back',
    link: 'a link to the page has chosen for them; geolet.reset() takes it back',
  };
  const line = lines[snapshot.source] ?? 'the visitor has not chosen';
  return { head: `shows ${shown}`, lines: [snapshot.facts ? line : snapshot.missing] };
};

const explainPreview: Explain = (_element, _known, core) => {
  const words = previewWords(core);
  return {
    head:
      words === undefined
        ? 'is where the owner previews the page as another visitor'
        : `previews the page as "${words}"`,
    lines: [],
  };
};

const explainers: Readonly<Record<ElementTag, Explain>> = {
  'geo-if': explainIf,
  'geo-switch': explainSwitch,
  'geo-case': explainCase,
  'geo-text': explainText,
  'geo-currency': explainCurrency,
  'geo-time': explainTime,
  'geo-delivery': explainDelivery,
  'geo-nearest': explainNearest,
  'geo-flag': explainFlag,
  'geo-suggest': explainSuggest,
  'geo-select': explainSelect,
  'geo-optout': explainOptOut,
  'geo-preview': explainPreview,
};
