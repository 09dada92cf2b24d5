import { attempt } from '../attempt.ts';
import type { Geolet } from '../api.ts';
import { boundSelector } from '../bindings/directive.ts';
import type { Core } from '../core.ts';
import type { Source, Status } from '../visitor/visitor.ts';
import { bindingNames, visibilityRules } from './binding-words.ts';
import { explainCondition, wordOf } from './condition-words.ts';
import { conditionEntries } from './conditional-words.ts';
import { conditional, findMistakes, unknownConditions } from './findings.ts';
import { knownNow, lastFailure, previewWords } from './known-now.ts';
import { filesFetched, lastTiming, type Start, startTimes } from './timings.ts';

/** Everything at one moment, as JSON takes it. Undefined is what is not known, and left out of the JSON. */
export interface Inspection extends Start {
  readonly version: string;
  readonly time: string;
  /** The page's address without query and fragment. */
  readonly page: string;
  readonly document: { readonly readyState: string; readonly contentType: string; readonly visibility: string; readonly language: string };
  readonly settings: Readonly<Record<string, unknown>>;
  readonly status: Status;
  readonly source: Source;
  /** Whom the page is tried as. */
  readonly preview: string | undefined;
  readonly ageSeconds: number;
  /** The record as far as the page has it. Address and coordinates are left out where the proxy exposes them. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly pageFacts: Readonly<Record<string, unknown>>;
  readonly groups: unknown;
  readonly consent: { readonly required: boolean; readonly given: boolean };
  /** What stands in localStorage, by name; undefined where the browser refuses it. */
  readonly storage: { readonly allowed: boolean; readonly entries: readonly string[] | undefined };
  readonly endpoint: { readonly url: string | undefined; readonly httpStatus: number | undefined; readonly ms: number | undefined; readonly failure: string | undefined };
  /** How many there are of each tag and binding, by what has become of them: `yes`, `no`, `unknown`, or `changed` and `as written`. */
  readonly elements: Counts;
  readonly bindings: Counts;
  /** Conditions on the page that are unknown, each with the reason. */
  readonly unknown: readonly string[];
  /** What has been told on the console, and what else is worth a look. */
  readonly mistakes: readonly string[];
  readonly findings: readonly string[];
  /** Files beside `geolet.js` that have been fetched. */
  readonly files: readonly string[];
}

export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const leftOut = ['IP', 'latitude', 'longitude', 'age', 'source'];

export function createInspection(core: Core, geolet: Geolet): Inspection {
  const { settings } = core;
  const facts = core.facts();
  const asked = lastTiming(settings.endpoint ?? '');
  return {
    version: geolet.version,
    time: new Date().toISOString(),
    page: location.href.replace(/[?#].*/s, ''),
    document: { readyState: document.readyState, contentType: document.contentType, visibility: document.visibilityState, language: document.documentElement.lang },
    settings: { ...settings },
    status: core.status(),
    source: geolet.visitor?.source ?? 'none',
    preview: previewWords(core),
    ageSeconds: geolet.visitor?.age ?? 0,
    record: Object.fromEntries(Object.entries(geolet.visitor ?? {}).filter(([name]) => !leftOut.includes(name))),
    pageFacts: describePage(facts?.page),
    groups: plain(core.block('groups')),
    consent: { required: settings.consent === 'required', given: core.consented() },
    storage: describeStorage(core),
    endpoint: { url: settings.endpoint, httpStatus: asked?.responseStatus || undefined, ms: asked && Math.round(asked.duration), failure: lastFailure(core) },
    ...startTimes(core),
    elements: countElements(core, geolet),
    bindings: countBindings(core),
    unknown: unknownConditions(core, geolet),
    mistakes: [...core.told],
    findings: findMistakes(core),
    files: filesFetched(core),
  };
}

/** Only the names in the page's query, and only the host of the referrer: both may carry what is nobody's business. */
function describePage(page: NonNullable<ReturnType<Core['facts']>>['page'] | undefined): Readonly<Record<string, unknown>> {
  const { language, timezone, color, returning, referrer, query } = page ?? {};
  return { language, timezone, color, returning, referrer: attempt(() => new URL(referrer ?? '').host), query: [...new URLSearchParams(query).keys()] };
}

function describeStorage(core: Core): Inspection['storage'] {
  const entries = attempt(() => Object.keys(localStorage).filter((name) => name.startsWith('geolet:')));
  return { allowed: core.mayStore(), entries };
}

function countElements(core: Core, geolet: Geolet): Counts {
  const known = knownNow(core, geolet);
  const elements = [...document.querySelectorAll('*')].filter(({ localName }) => localName.startsWith('geo-') && localName !== 'geo-t');
  return countBy(elements.map((element) => [element.localName, element.matches(conditional) ? wordOf(explainCondition(conditionEntries(element, core), known).answer) : isChanged(element) ? 'changed' : 'as written']));
}

/** Whether it shows something else than the slot for what is written. */
function isChanged({ shadowRoot }: Element): boolean {
  const slot = shadowRoot?.querySelector<HTMLSlotElement>('slot:not([name])');
  return !!shadowRoot && (!slot || slot.hasAttribute('hidden'));
}

function countBindings(core: Core): Counts {
  return countBy([...document.querySelectorAll(boundSelector)].flatMap((element) => {
    const state = (start: string) => (core.bindingsOf(element)?.some(({ directive, written }) => directive.source.startsWith(start) && written !== undefined) ? 'changed' : 'as written');
    const values = bindingNames.filter((name) => name !== 'show' && name !== 'hide' && element.hasAttribute(`data-geo-${name}`));
    return [
      ...values.map((name) => [name, state(`<${element.localName} data-geo-${name}=`)] as const),
      ...visibilityRules(element).map(({ verb }, _at, [first]) => [verb, state(`${first?.verb} `)] as const),
    ];
  }));
}

function countBy(pairs: readonly (readonly [kind: string, state: string])[]): Counts {
  const counts: Record<string, Record<string, number>> = {};
  for (const [kind, state] of pairs) {
    const states = (counts[kind] ??= {});
    states[state] = (states[state] ?? 0) + 1;
  }
  return counts;
}

/** What a page has put into its settings is data already, but a copy cannot be changed behind us. */
function plain(value: unknown): unknown {
  return attempt(() => JSON.parse(JSON.stringify(value ?? null)) as unknown);
}
