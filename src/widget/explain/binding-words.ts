import { type Entry, splitEntries } from '../../rules/entries.ts';
import { any } from '../../rules/condition.ts';
import { mayBind, mayPrefill, sinkOf } from '../../rules/sink.ts';
import { isGivenUp } from '../bindings/contest.ts';
import { boundSelector } from '../bindings/directive.ts';
import { attributeNamesOf, attributeOf, classesOf } from '../bindings/dom.ts';
import type { Core } from '../core.ts';
import { bindingsOn } from './bindings-on.ts';
import { closest } from './closest.ts';
import { explainCondition, wordOf } from './condition-words.ts';
import type { Known } from './known.ts';
import { explainPrices } from './price-words.ts';
import { type Part, shorten, sourceOf } from './source.ts';
import { explainTemplate } from './template-words.ts';
import { whyIgnored } from './why-ignored.ts';
import { native } from '../native.ts';

const prefix = 'data-geo-';
const helpers = ['when', 'ignore', 'settings'];

/** What bindings are called: `text`, `show`, `href` … */
export const bindingNames: readonly string[] = [...boundSelector.matchAll(/\[data-geo-([a-z-]+)\]/g)]
  .map(([, name = '']) => name)
  .filter((name, at, all) => !helpers.includes(name) && all.indexOf(name) === at);

/** Everything that is bound on an element, and why it reads as it does. */
export function explainBindings(element: Element, known: Known, core: Core): Part[] {
  const attributes = attributeNamesOf(element).filter((name) => name.startsWith(prefix));
  const values = attributes
    .map((name) => name.slice(prefix.length))
    .filter((name) => !helpers.includes(name) && name !== 'show' && name !== 'hide');
  const rules = visibilityRules(element);
  const unbound = whyUnbound(element, known, core);
  return [
    ...(rules.length ? [explainVisibility(element, rules, known, unbound)] : []),
    ...values.map((name) => explainValue(element, name, known, core, unbound)),
    ...attributes
      .filter((name) => name === 'data-geo-when' && !values.length)
      .map((name) => ({ head: `${name} limits the bindings of its own element, and this one has none`, lines: [] })),
  ];
}

/** One "show" or "hide" of an element, from an attribute or a class. */
export interface VisibilityRule {
  readonly verb: 'show' | 'hide';
  readonly source: string;
  readonly entries: readonly Entry<string>[];
}

export function visibilityRules(element: Element): VisibilityRule[] {
  const verbs = ['show', 'hide'] as const;
  const attributes = verbs.flatMap((verb) => {
    const text = attributeOf(element, prefix + verb);
    return text === null ? [] : [{ verb, source: `${prefix}${verb}="${text}"`, entries: splitEntries(text) }];
  });
  const classes = classesOf(element).flatMap((token) => {
    const [, verb = '', target] = /^geo-(show|hide)-([a-z0-9]+)$/i.exec(token) ?? [];
    return target
      ? [
          {
            verb: verb.toLowerCase() === 'hide' ? ('hide' as const) : ('show' as const),
            source: `class ${token}`,
            entries: [[target[2] ? 'group' : 'country', target]] as readonly Entry<string>[],
          },
        ]
      : [];
  });
  return [...attributes, ...classes];
}

/** Whether a binding hides the element now, or its markup does. */
export function isHidden(element: Element): boolean {
  return attributeOf(element, 'hidden') !== null || classesOf(element).includes('geo-hidden');
}

function explainVisibility(
  element: Element,
  rules: readonly VisibilityRule[],
  known: Known,
  unbound: string | undefined,
): Part {
  const explained = rules.map((rule) => ({ ...rule, ...explainCondition(rule.entries, known) }));
  const answerOf = (verb: string) =>
    any(
      explained.filter((rule) => rule.verb === verb),
      ({ answer }) => answer,
    );
  const shows = rules.some(({ verb }) => verb === 'show');
  const hides = rules.some(({ verb }) => verb === 'hide');
  const shown = shows ? answerOf('show') : true;
  const hidden = hides ? answerOf('hide') : false;
  const decided = unbound === undefined && (shown === false || hidden === true || (shown && hidden === false));
  const waits = unbound === undefined && (shown === false || hidden === true) && !isHidden(element);
  const state = isHidden(element) ? 'is hidden' : 'shows';
  const why =
    unbound ??
    (waits
      ? 'until the focus has left it'
      : decided
        ? 'its conditions say so'
        : 'as it is written: the answer is unknown');
  return {
    head: `${sourceOf(element)} ${state}, ${why}`,
    lines: explained.flatMap(({ source, answer, lines }) => [`${source} → ${wordOf(answer)}`, ...lines.map(indent)]),
  };
}

function explainValue(element: Element, name: string, known: Known, core: Core, unbound: string | undefined): Part {
  const text = attributeOf(element, prefix + name) ?? '';
  const attribute = `${prefix}${name}="${text}"`;
  const asWritten = (...lines: string[]): Part => ({ head: `${attribute} leaves it as written`, lines });
  if (!bindingNames.includes(name)) {
    const meant = closest(name, bindingNames);
    return {
      head: `${prefix}${name} is nothing that Geolet knows`,
      lines: meant ? [`did you mean ${prefix}${meant}?`] : [],
    };
  }
  if (unbound !== undefined) return asWritten(unbound);
  const unsafe = whyUnsafe(element, name);
  if (unsafe) return asWritten(`unsafe-binding: ${unsafe}`);
  const limit = attributeOf(element, `${prefix}when`);
  const limited = limit === null ? undefined : explainCondition(splitEntries(limit), known);
  if (limited && limited.answer !== true)
    return asWritten(`data-geo-when="${limit}" → ${wordOf(limited.answer)}`, ...limited.lines.map(indent));
  const wanted = explainWanted(element, name, text, known, core);
  const source = `<${native(element).localName} ${attribute}>`;
  const binding = bindingsOn(element, core).find(({ directive }) => directive.source === source);
  const refused = [...core.reported].find((cause) => cause.startsWith('unsafe-binding') && cause.endsWith(source));
  if (!binding || (refused && binding.written === undefined))
    return asWritten(...(refused ? [refused] : []), ...wanted.lines);
  const told = [...core.reported].find((cause) => cause.startsWith(`contested: ${source}`));
  if (told && isGivenUp(binding)) return { head: `${attribute} has been given up`, lines: [told, ...wanted.lines] };
  if (isGivenUp(binding))
    return asWritten('what it led to failed to load, so the one that was written is back', ...wanted.lines);
  if (binding.written === undefined) return asWritten(...whyLeftAlone(element, name, wanted.text), ...wanted.lines);
  return {
    head: `${attribute} has written "${shorten(binding.written ?? '')}" in the place of "${shorten(binding.original ?? '')}"`,
    lines: wanted.lines,
  };
}

function explainWanted(
  element: Element,
  name: string,
  text: string,
  known: Known,
  core: Core,
): { readonly text: string | undefined; readonly lines: readonly string[] } {
  const locale = core.localeOf(element);
  if (name === 'currency') {
    const { text: shown, line } = explainPrices(text, {}, locale, known);
    return { text: shown, lines: [line] };
  }
  if (name !== 'class')
    return explainTemplate(
      text,
      name === 'text' || (name !== 'value' && sinkOf(native(element).localName, name) === 'text') ? 'text' : 'code',
      locale,
      known,
    );
  const classes = text
    .split(/\s+(?![^{]*\})/)
    .filter(Boolean)
    .map((token) => explainTemplate(token, 'code', locale, known));
  const tokens = classes.map(({ text: token }) => token).filter((token) => token !== undefined);
  return { text: tokens.join(' ') || undefined, lines: classes.flatMap(({ lines }) => lines) };
}

/** Nothing on the element is bound at all. */
function whyUnbound(element: Element, known: Known, core: Core): string | undefined {
  const ignored = whyIgnored(element);
  if (ignored) return ignored;
  if (!mayBind(native(element).localName) || native(element).namespaceURI !== 'http://www.w3.org/1999/xhtml')
    return `unsafe-binding: nothing is bound on <${native(element).localName}>`;
  if (!known.facts) return known.missing;
  if (core.bindingsOf(element) !== undefined) return undefined;
  if (!native(element).isConnected) return 'it is not on the page';
  if (native(element).getRootNode() instanceof ShadowRoot)
    return 'it is in a shadow root, which is bound by geolet.scan(root) alone';
  if (core.settings.bindings === 'manual') return 'data-bindings="manual": nothing is bound before geolet.scan()';
  if (core.settings.bindings === 'load' && native(document).readyState !== 'complete')
    return 'data-bindings="load": the page has not loaded yet';
  return 'it is not bound yet';
}

function whyUnsafe(element: Element, name: string): string | undefined {
  const tag = native(element).localName;
  if (name === 'text' || name === 'class' || name === 'currency')
    return name === 'text' && tag === 'textarea' ? 'the words of a textarea are its value: data-geo-value' : undefined;
  if (!sinkOf(tag, name)) return `${name} of <${tag}> is nothing that data may write`;
  const type = element instanceof HTMLInputElement && name === 'value' ? element.type : 'text';
  return mayPrefill(type) ? undefined : `the value of <input type="${type}"> is nothing that data may write`;
}

function whyLeftAlone(element: Element, name: string, wanted: string | undefined): string[] {
  if (native(element).firstElementChild && (name === 'text' || name === 'currency'))
    return ['element-children: it has elements in it, which a text would remove'];
  if (wanted === undefined) return [];
  return [
    name === 'value'
      ? 'what stands in the field is not what the markup says, or no option has the value: it is left alone'
      : 'it reads so already',
  ];
}

function indent(line: string): string {
  return `  ${line}`;
}
