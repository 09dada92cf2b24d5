import { readVisibility } from '../../rules/markup/visibility.ts';
import { domReader } from '../../widget/dom/dom-reader.ts';
import { attempt } from '../../rules/attempt.ts';
import { bindingNames, bindingPrefix } from '../../rules/markup/bindings.ts';
import type { PageFacts } from '../../rules/page-facts.ts';
import type { Geolet } from '../../widget/api/api.ts';
import { anyBoundSelector, notIgnored } from '../../widget/bindings/selector.ts';
import type { Core } from '../../widget/api/core.ts';
import { bindingsOn } from './binding-words.ts';
import { causeOf } from '../../widget/report.ts';
import { wordOf } from './condition-words.ts';
import { explainAttributes } from './conditional-words.ts';
import { findMistakes, unknownConditions } from './findings.ts';
import type { Counts, Inspection } from '../../widget/api/inspection.ts';
import { takeSnapshot, lastFailure, previewWords } from './take-snapshot.ts';
import { reportsInWords } from './mistakes.ts';
import { conditionalSelector } from './page-to-read.ts';
import { countFound } from './rule-words.ts';
import { filesFetched, lastTiming, startTimes } from './timings.ts';
import { native } from '../../widget/dom/native.ts';

const leftOut = ['IP', 'latitude', 'longitude', 'age', 'source'];

export function createInspection(core: Core, geolet: Geolet): Inspection {
  const { settings } = core;
  const facts = core.visitor.facts;
  const failure = lastFailure(core);
  const asked = lastTiming(settings.endpoint ?? '');
  return {
    version: geolet.version,
    time: new Date().toISOString(),
    page: location.href.replace(/[?#].*/s, ''),
    document: {
      readyState: native(document).readyState,
      contentType: native(document).contentType,
      visibility: native(document).visibilityState,
      language: native(document).documentElement.lang,
    },
    settings: { ...settings },
    status: core.visitor.status,
    source: geolet.visitor?.source ?? 'none',
    preview: previewWords(core),
    ageSeconds: geolet.visitor?.age ?? 0,
    record: Object.fromEntries(Object.entries(geolet.visitor ?? {}).filter(([name]) => !leftOut.includes(name))),
    pageFacts: describePage(facts?.page),
    groups: plain(core.block('groups')),
    consent: { required: settings.consent === 'required', given: core.visitor.consented() },
    storage: describeStorage(core),
    endpoint: {
      url: settings.endpoint,
      httpStatus: asked?.responseStatus || undefined,
      ms: asked && Math.round(asked.duration),
      failure: failure && causeOf(failure),
    },
    ...startTimes(core),
    elements: countElements(core, geolet),
    bindings: countBindings(core),
    rules: countFound(core),
    unknown: unknownConditions(core, geolet),
    mistakes: reportsInWords(core).map(causeOf),
    findings: findMistakes(core).map(({ words }) => words),
    files: filesFetched(core),
  };
}

/** Only the names in the page's query, and only the host of the referrer: both may carry private data. */
function describePage(page: PageFacts | undefined): Readonly<Record<string, unknown>> {
  const { language, timezone, color, returning, gpc, referrer, query } = page ?? {};
  return {
    language,
    timezone,
    color,
    returning,
    gpc,
    referrer: attempt(() => new URL(referrer ?? '').host),
    query: [...new URLSearchParams(query).keys()],
  };
}

function describeStorage(core: Core): Inspection['storage'] {
  const entries = attempt(() => Object.keys(localStorage).filter((name) => name.startsWith('geolet:')));
  return { allowed: !!core.visitor.mayStore(), entries };
}

function countElements(core: Core, geolet: Geolet): Counts {
  const snapshot = takeSnapshot(core, geolet);
  const elements = [...native(document).querySelectorAll('*')].filter(
    (element) => native(element).localName.startsWith('geo-') && native(element).localName !== 'geo-t',
  );
  return countBy(
    elements.map((element) => [
      native(element).localName,
      native(element).matches(conditionalSelector)
        ? wordOf(explainAttributes(element, snapshot).answer)
        : stateWord(isChanged(element)),
    ]),
  );
}

function stateWord(hasChanged: boolean): string {
  return hasChanged ? 'changed' : 'as written';
}

/** Whether it shows something else than the slot for what is written. */
function isChanged({ shadowRoot }: Element): boolean {
  const slot = shadowRoot?.querySelector<HTMLSlotElement>('slot:not([name])');
  return !!shadowRoot && (!slot || slot.hasAttribute('hidden'));
}

function countBindings(core: Core): Counts {
  return countBy(
    [...native(document).querySelectorAll(notIgnored(anyBoundSelector))].flatMap((element) => {
      const state = (name: string) =>
        bindingsOn(element, core).some(
          ({ compiled, written }) => compiled.binding.name === name && written !== undefined,
        )
          ? 'changed'
          : 'as written';
      const values = bindingNames.filter(
        (name) => name !== 'show' && name !== 'hide' && native(element).hasAttribute(bindingPrefix + name),
      );
      return [
        ...values.map((name) => [name, state(name)] as const),
        ...readVisibility(domReader, element).map(({ verb }) => [verb, state('visibility')] as const),
      ];
    }),
  );
}

function countBy(pairs: readonly (readonly [kind: string, state: string])[]): Counts {
  const counts: Record<string, Record<string, number>> = {};
  for (const [kind, state] of pairs) {
    const states = counts[kind] ?? {};
    states[state] = (states[state] ?? 0) + 1;
    counts[kind] = states;
  }
  return counts;
}

/** A copy of the page's settings, so that later changes by the page do not reach it. */
function plain(value: unknown): unknown {
  return attempt(() => JSON.parse(JSON.stringify(value ?? null)) as unknown);
}
