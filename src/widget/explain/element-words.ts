import { destinationOf, leadsHere } from '../../rules/destination.ts';
import { parsePrices } from '../../rules/money.ts';
import { attempt } from '../attempt.ts';
import type { Core } from '../core.ts';
import { childrenIn, startsHidden } from '../elements/parts.ts';
import { closest } from './closest.ts';
import { type Entries, explainCondition, whyUnknown, wordOf } from './condition-words.ts';
import type { Known } from './known.ts';
import { previewWords } from './known-now.ts';
import { explainPrices } from './price-words.ts';
import { type Part, shorten, sourceOf, toldSourceOf } from './source.ts';
import { explainTemplate } from './template-words.ts';

type Explain = (element: Element, known: Known, core: Core) => Part;

/** Why an element of ours shows what it shows; undefined for any other. */
export function explainElement(element: Element, known: Known, core: Core): Part | undefined {
  const tag = element.localName;
  if (!tag.startsWith('geo-') || tag === 'geo-t') return undefined;
  const source = sourceOf(element);
  const told = mistakesOf(element, core);
  const explain = Object.hasOwn(explainers, tag) ? explainers[tag] : undefined;
  if (!explain && !customElements.get(tag)) {
    const meant = closest(tag, elementNames);
    return { head: `${source} shows its content: there is no element of that name`, lines: meant ? [`did you mean <${meant}>?`] : [] };
  }
  if (!element.matches(':defined')) return { head: `${source} stands as it is written: ${whyUndefined(tag, core)}`, lines: told };
  if (!explain) return { head: source, lines: told };
  if (!element.isConnected) return { head: `${source} is not on the page`, lines: told };
  const { head, lines } = explain(element, known, core);
  return { head: `${source} ${head}`, lines: [...lines, ...told] };
}

/** What has been told of an element on the console. */
function mistakesOf(element: Element, core: Core): string[] {
  const source = toldSourceOf(element);
  return [...core.told].filter((cause) => cause.replaceAll('=""', '').includes(source) && !cause.startsWith('kept-back'));
}

function whyUndefined(tag: string, core: Core): string {
  const refused = [...core.told].find((cause) => /^(file-refused: (elements|explain)|unsupported-document)/.test(cause));
  if (refused) return refused;
  return customElements.get(tag) ? 'another library has defined an element of that name' : 'the file that it needs has not come yet';
}

/** The condition on an element's attributes. */
export function conditionEntries(element: Element, core: Core): Entries {
  return core.conditionAttributes.filter((name) => element.hasAttribute(name)).map((name) => [name, element.getAttribute(name) ?? '']);
}

const explainIf: Explain = (element, known, core) => {
  const { answer, lines } = explainCondition(conditionEntries(element, core), known);
  const otherwise = childrenIn(element, 'else');
  const template = childrenIn(element, '').some((child) => child instanceof HTMLTemplateElement);
  const beside = template && (childrenIn(element, '').length > 1 || [...element.childNodes].some((node) => node instanceof Text && node.data.trim()));
  if (!known.facts) return { head: `stands as it is written: ${known.missing}`, lines: [] };
  const shown = startsHidden(element) ? 'nothing' : 'its content';
  if (answer === undefined) return { head: `shows ${shown}, as it is written: the answer is unknown`, lines };
  if (answer) return { head: `shows ${template ? "its template's content" : 'its content'}: the answer is yes`, lines };
  return { head: `shows ${otherwise.length ? 'its else part' : beside ? 'what stands beside its template' : 'nothing'}: the answer is no`, lines };
};

/** The first case that is answered with yes; undefined where the switch stays as written. */
function chosenCase(element: Element, known: Known, core: Core): Element | undefined {
  return [...element.children].find((child) => child.localName === 'geo-case' && explainCondition(conditionEntries(child, core), known).answer);
}

const explainSwitch: Explain = (element, known, core) => {
  if (!known.facts) return { head: `stands as it is written: ${known.missing}`, lines: [] };
  const cases = [...element.children].filter((child) => child.localName === 'geo-case');
  const chosen = chosenCase(element, known, core);
  const asked = chosen ? cases.slice(0, cases.indexOf(chosen) + 1) : cases;
  const lines = asked.flatMap((child) => {
    const { answer, lines } = explainCondition(conditionEntries(child, core), known);
    return [`${sourceOf(child)} → ${wordOf(answer)}`, ...lines.map((line) => `  ${line}`)];
  });
  const rest = cases.length - asked.length;
  return {
    head: chosen ? `shows ${sourceOf(chosen)}: the first case that is yes` : 'shows its default, as it is written: no case is yes',
    lines: rest ? [...lines, `${rest} later ${rest === 1 ? 'case is' : 'cases are'} not asked`] : lines,
  };
};

const explainCase: Explain = (element, known, core) => {
  const around = element.parentElement;
  if (around?.localName !== 'geo-switch') return { head: 'stands as it is written: it is no direct child of a <geo-switch>', lines: [] };
  if (!known.facts) return { head: `stands as it is written: ${known.missing}`, lines: [] };
  const { answer, lines } = explainCondition(conditionEntries(element, core), known);
  const chosen = chosenCase(around, known, core);
  if (chosen === element) return { head: 'shows: it is the first case that is yes', lines };
  if (chosen) return { head: answer ? `does not show: an earlier case is yes, ${sourceOf(chosen)}` : `does not show: the answer is ${wordOf(answer)}, and ${sourceOf(chosen)} is yes`, lines };
  return { head: `${startsHidden(element) ? 'does not show' : 'shows'}, as it is written: no case is yes, this one is ${wordOf(answer)}`, lines };
};

/** What a value element shows in the place of its children. */
function shownIn(element: Element): string | undefined {
  return element.shadowRoot?.querySelector('[part~=value]')?.textContent ?? undefined;
}

function valuePart(element: Element, wanted: string | undefined, lines: readonly string[]): Part {
  const shown = shownIn(element);
  const written = `"${shorten(element.textContent ?? '')}"`;
  if (shown !== undefined) return { head: `shows "${shorten(shown)}" in the place of ${written}`, lines };
  return { head: `shows ${written}, as it is written`, lines: wanted === undefined ? lines : [...lines, `a listener to geo-before-update has cancelled "${shorten(wanted)}", or it is about to show`] };
}

const explainText: Explain = (element, known, core) => {
  const { text, lines } = explainTemplate(element.getAttribute('template') ?? '', 'text', core.localeOf(element), known);
  return valuePart(element, text, lines);
};

const explainCurrency: Explain = (element, known, core) => {
  const was = parsePrices(element.getAttribute('was') ?? '') ?? [];
  const { text, line } = explainPrices(element.getAttribute('prices') ?? '', { was, charm: element.getAttribute('charm') }, core.localeOf(element), known);
  return valuePart(element, text, [line]);
};

const explainTime: Explain = (element, known) => {
  const zone = known.facts?.page.timezone;
  const place = element.getAttribute('timezone');
  const byPlace = element.getAttribute('shown-in') === 'place';
  const line = !known.facts?.record ? known.missing : !zone ? 'the browser does not say its time zone' : `by the clock in ${byPlace ? place : zone}${byPlace ? '' : ", the browser's time zone"}`;
  return valuePart(element, undefined, [line]);
};

const explainNearest: Explain = (element, known) => {
  const record = known.facts?.record;
  const within = element.getAttribute('within');
  const far = within === null ? '' : `, or none is within ${within}`;
  const line = hasState(element, 'located') ? 'by the place that the visitor let the browser tell' : record?.latitude && record.longitude ? `by the coordinates of the record${shownIn(element) === undefined ? `; there is no place to show${far}` : ''}` : whyUnknown('near', known);
  return valuePart(element, undefined, [line]);
};

const explainFlag: Explain = (element, known) => {
  const named = element.getAttribute('country');
  const code = named ?? known.facts?.record?.countryCode;
  const shown = element.shadowRoot?.querySelector('[part=flag]');
  const line = named ? `the country is named on it: ${named}` : code ? `the visitor's country is ${code}` : whyUnknown('country', known);
  if (shown) return { head: `shows the flag of ${code}`, lines: [line] };
  return { head: 'shows its children, as it is written', lines: [code ? `${line}, of which there is no flag, or its file is not served` : line] };
};

const explainSuggest: Explain = (element, known, core) => {
  const { answer, lines } = explainCondition(conditionEntries(element, core), known);
  const href = element.getAttribute('href')?.trim();
  if (hasState(element, 'open')) return { head: 'shows: the answer is yes', lines };
  if (answer === undefined) return { head: `shows ${startsHidden(element) ? 'nothing' : 'its content'}, as it is written: the answer is unknown`, lines: known.facts ? lines : [known.missing] };
  if (!answer) return { head: 'shows nothing: the answer is no', lines };
  if (href && destinationOf(href, location.href) && leadsHere(href, location.href)) return { head: 'shows nothing: the visitor is where it leads already', lines };
  const other = [...document.querySelectorAll('geo-suggest')].find((suggestion) => hasState(suggestion, 'open'));
  return { head: other ? `shows nothing: another one shows, ${sourceOf(other)}` : `shows nothing: it has been followed or closed${element.getAttribute('days') === '0' ? '' : ' in the last days'}, or another one was on this page view`, lines };
};

const explainSelect: Explain = (element, known) => {
  const own = element.querySelector('select,button');
  const shown = own ? `your own <${own.localName}>` : element.shadowRoot?.querySelector('select') ? 'a list' : 'its content, as it is written';
  const line = known.source === 'choice' ? 'the visitor has chosen, here or in another tab; geolet.reset() takes it back' : 'the visitor has chosen nothing';
  return { head: `shows ${shown}`, lines: [known.facts ? line : known.missing] };
};

const explainPreview: Explain = (_element, _known, core) => {
  const words = previewWords(core);
  return { head: words === undefined ? 'is where the owner tries the page as somebody else' : `tries the page as "${words}"`, lines: [] };
};

/** Engines before `:state()` have a selector of their own for it, or none: then nobody knows. */
function hasState(element: Element, name: string): boolean {
  return attempt(() => element.matches(`:state(${name})`)) ?? false;
}

const explainers: Readonly<Record<string, Explain>> = {
  'geo-if': explainIf,
  'geo-switch': explainSwitch,
  'geo-case': explainCase,
  'geo-text': explainText,
  'geo-currency': explainCurrency,
  'geo-time': explainTime,
  'geo-nearest': explainNearest,
  'geo-flag': explainFlag,
  'geo-suggest': explainSuggest,
  'geo-select': explainSelect,
  'geo-preview': explainPreview,
};

export const elementNames: readonly string[] = Object.keys(explainers);
