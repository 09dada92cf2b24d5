import { visibilityRules } from '../advice/asked-conditions.ts';
import { describeMistake, spellAsText } from '../advice/mistake-words.ts';
import { ruleMistakes, type RuleMistake } from '../advice/rule-mistakes.ts';
import { splitEntries } from '../../rules/conditions/entries.ts';
import { type Binding, bindingPrefix, readBindings } from '../../rules/markup/bindings.ts';
import type { MarkupReader } from '../../rules/markup/reader.ts';
import { boundByItself, type PageRule, parsePageRules, targetOf } from '../../rules/page-rules/page-rules.ts';
import { type RulePart, rulePartReader } from '../../rules/page-rules/rule-part.ts';
import type { Core, ReadPageRules } from '../../widget/api/core.ts';
import type { BoundTarget } from '../../widget/bindings/bound-target.ts';
import { hasFailedToLoad, hasGivenUp } from '../../widget/bindings/retries.ts';
import { notIgnored } from '../../widget/bindings/selector.ts';
import { domReader } from '../../widget/dom/dom-reader.ts';
import { native } from '../../widget/dom/native.ts';
import { traceBinding, traceVisibility } from '../trace-page.ts';
import {
  explainContent,
  explainDeliveryPlan,
  explainPriceList,
  indent,
  isHidden,
  otherWordsLine,
  whatWasWritten,
  whyLeftAlone,
  whyUnbound,
  whyUnsafe,
} from './binding-words.ts';
import { explainClauses, explainCondition, outcomeWords, wordOf } from './condition-words.ts';
import type { Snapshot } from './snapshot.ts';
import type { Part } from './source.ts';

/** The rules beside the page: as their file has read them, else as they stand in the settings block. */
function rulesOf(core: Core): ReadPageRules {
  const written = core.block('rules');
  const list = Array.isArray(written) ? parsePageRules(written, core.conditionOf) : [];
  return core.pageRules ?? { written, list, drafts: 0 };
}

/** The rules whose selector finds an element, in their order. */
function rulesFinding(element: Element, core: Core): readonly PageRule[] {
  return rulesOf(core).list.filter(({ select }) => native(element).matches(select));
}

/** Whether a rule beside the page decides if an element shows. */
export function hasVisibilityRule(element: Element, core: Core): boolean {
  return rulesFinding(element, core).some(({ parts }) => parts.some(({ target }) => target === 'visibility'));
}

/** Every element of the page that a rule finds. */
export function elementsOfRules(core: Core): readonly Element[] {
  const selector = rulesOf(core).list.map(({ select }) => select);
  return selector.length ? [...native(document).querySelectorAll(notIgnored(selector.join()))] : [];
}

/** How many elements each rule finds. */
export function countFound(core: Core): ReadonlyArray<{ readonly rule: string; readonly finds: number }> {
  return rulesOf(core).list.map((rule) => ({
    rule: `${shortName(rule, core)} "${rule.select}"`,
    finds: native(document).querySelectorAll(notIgnored(rule.select)).length,
  }));
}

/** Every mistake in the owner's rules that shows without an element. Who tries rules out is told there. */
export function mistakesInRules(core: Core): readonly RuleMistake[] {
  const { written, drafts } = rulesOf(core);
  return ruleMistakes(Array.isArray(written) ? written.slice(drafts) : written, core.visitor.facts?.groups);
}

/** What a report of a rule means. @param detail `rules[2]: h1`. @returns undefined where it is about something else. */
export function ruleMeaning(code: string, detail: string, core: Core): string | undefined {
  const words = mistakesInRules(core).flatMap((one) => (one.code === code && one.detail === detail ? one.words : []));
  if (words.length > 0) return words.join('; ');
  const rule = rulesOf(core).list.find(({ index, select }) => detail === `rules[${index}]: ${select}`);
  return rule && code === 'unsafe-binding' ? unsafeMeaning(rule, core) : undefined;
}

function unsafeMeaning(rule: PageRule, core: Core): string | undefined {
  for (const element of native(document).querySelectorAll(notIgnored(rule.select)))
    for (const part of rule.parts)
      for (const name of Object.keys(part.written)) {
        const why = whyUnsafe(element, name, rulePartReader(domReader, part));
        if (why) return `${shortName(rule, core)}: ${why}; let its select find the element that has it`;
      }
  return undefined;
}

/** What the rules beside the page do to an element: a part for each thing that they write. */
export function explainRules(element: Element, snapshot: Snapshot, core: Core): Part[] {
  const found = rulesFinding(element, core);
  const own = boundByItself(domReader, element);
  const unbound = whyUnbound(element, snapshot, core);
  const targets = new Set(found.flatMap(({ parts }) => parts.map(({ target }) => target)));
  return [...targets].map((target) => {
    const asked = found.flatMap((rule) => {
      const part = rule.parts.find((one) => one.target === target);
      return part ? [{ rule, part }] : [];
    });
    const [first] = asked.map(({ rule }) => nameOf(rule, core));
    if (own.includes(target))
      return { head: `${first} is not asked for ${target}: what stands on the element goes before it`, lines: [] };
    if (unbound !== undefined) return { head: `${first} leaves it as written`, lines: [unbound] };
    return explainTarget(element, asked, snapshot, core);
  });
}

interface Asked {
  readonly rule: PageRule;
  readonly part: RulePart;
}

/** Asks one rule after the other, as the page does. */
function explainTarget(element: Element, asked: readonly Asked[], snapshot: Snapshot, core: Core): Part {
  const before: string[] = [];
  const target = asked[0]?.part.target ?? '';
  for (const [at, { rule, part }] of asked.entries()) {
    const reader: MarkupReader<Element> = { ...domReader, ...rulePartReader(domReader, part) };
    const name = nameOf(rule, core);
    const mistakes: string[] = [];
    const [binding] = readBindings(reader, element, snapshot.facts?.groups, (code, text) => {
      const attribute = (key: string) => part.written[key.slice(bindingPrefix.length)] ?? null;
      const place = { groups: [...(snapshot.facts?.groups?.keys() ?? [])], spell: spellAsText, attribute };
      const why = code === 'unsafe-binding' && whyUnsafe(element, text.slice(bindingPrefix.length), reader);
      mistakes.push(`${code}: ${(why || describeMistake(code, text, place)).replaceAll(bindingPrefix, '')}`);
    });
    if (!binding) {
      before.push(`${name} cannot be used here`, ...mistakes.map(indent));
      continue;
    }
    const { when } = part.written;
    const { answer, lines } =
      when === undefined ? { answer: true, lines: [] } : explainCondition(splitEntries(when), snapshot);
    if (!answer) {
      before.push(`${name} does not hold: ${wordOf(answer)}`, ...[...lines, ...mistakes].map(indent));
      continue;
    }
    const bound = boundByRules(element, core).find(({ compiled }) => targetOf(compiled.binding.name) === target);
    const otherWords = bound && otherWordsLine(part.written.replaces, bound);
    if (otherWords !== undefined) {
      before.push(`${name} does not hold: ${otherWords}`, ...mistakes.map(indent));
      continue;
    }
    const later = asked.length - at - 1;
    const rest = later ? [`${later} later ${later === 1 ? 'rule is' : 'rules are'} not asked`] : [];
    const own =
      target === 'visibility'
        ? explainShown(element, reader, name, snapshot)
        : explainWritten(element, binding, { name, reader, snapshot, core });
    return { head: own.head, lines: [...mistakes, ...lines, ...own.lines, ...before, ...rest] };
  }
  return { head: `no rule beside the page holds for ${target}: it stays as written`, lines: before };
}

interface Place {
  readonly name: string;
  readonly reader: MarkupReader<Element>;
  readonly snapshot: Snapshot;
  readonly core: Core;
}

function explainWritten(element: Element, binding: Binding, { name, reader, snapshot, core }: Place): Part {
  const { content = {} } = binding;
  const bound = boundByRules(element, core).find(
    ({ compiled }) => targetOf(compiled.binding.name) === targetOf(binding.name),
  );
  const traced = traceBinding(binding, snapshot.facts, core.localeOf(element), bound?.original ?? '');
  const lines = [
    ...explainContent(content, traced, snapshot),
    ...explainPriceList(element, content, { snapshot, core, reader }),
    ...explainDeliveryPlan(element, content, { snapshot, core, reader }),
  ];
  if (bound && hasFailedToLoad(bound))
    return { head: `${name} leaves it as written`, lines: ['the new address failed to load, so the original is back'] };
  if (bound && hasGivenUp(bound))
    return { head: `${name} has been given up`, lines: ['contested: another script undid each write', ...lines] };
  if (bound?.written !== undefined) return { head: `${name} ${whatWasWritten(bound)}`, lines };
  return {
    head: `${name} leaves it as written`,
    lines: [...(bound ? whyLeftAlone(element, binding, traced.value, snapshot) : []), ...lines],
  };
}

function explainShown(element: Element, reader: MarkupReader<Element>, name: string, snapshot: Snapshot): Part {
  const rules = visibilityRules(reader, element, snapshot.facts?.groups);
  const traced = traceVisibility(rules, snapshot.facts);
  const isKnown = traced.value !== undefined;
  const lines = rules.flatMap(({ source, entries, condition }) => [
    `${source.replace(bindingPrefix, '')} ${outcomeWords(traced, condition, snapshot)}`,
    ...explainClauses(entries, condition, traced, snapshot).map(indent),
  ]);
  if (!isKnown) return { head: `${name} leaves it as written: the answer is unknown`, lines };
  return { head: `${name} ${isHidden(element) ? 'hides' : 'shows'} it`, lines };
}

/** What the rules have bound on an element: the bindings of its own attributes come first, and are left out. */
function boundByRules(element: Element, core: Core): readonly BoundTarget[] {
  const found: BoundTarget[] = [];
  for (const { targetsOf } of [...core.bindings.writers].slice(1))
    for (let bound = targetsOf(element); bound; bound = bound.next) found.push(bound);
  return found;
}

/** `rules[2]`, as it stands in the owner's list. */
function shortName({ index }: PageRule, core: Core): string {
  const { drafts } = rulesOf(core);
  return index < drafts ? `draft ${index + 1}` : `rules[${index - drafts}]`;
}

function nameOf(rule: PageRule, core: Core): string {
  const when = rule.parts[0]?.written.when;
  const given = core.block('rules');
  const saved = typeof given === 'string' ? `at ${given}` : 'in the settings block';
  const place = rule.index < rulesOf(core).drafts ? 'that is tried out' : saved;
  return `${shortName(rule, core)} ${place}: select "${rule.select}"${when === undefined ? '' : `, when ${when}`},`;
}
