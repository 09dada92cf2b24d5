import { closest } from '../../record/closest.ts';
import type { Groups } from '../../rules/conditions/clause.ts';
import { parseCondition } from '../../rules/conditions/condition.ts';
import { bindingNames, helperNames } from '../../rules/markup/bindings.ts';
import type { MistakeCode } from '../../rules/mistake.ts';
import { unusableIn } from '../../rules/money/by-place.ts';
import { parsePriceTag } from '../../rules/money/money.ts';
import { ruleHelpers, mostRules, type PageRule, parsePageRules } from '../../rules/page-rules/page-rules.ts';
import { parseTemplate } from '../../rules/text/template.ts';
import { describeMistake, spellAsText } from './mistake-words.ts';
import { placeSentence, pricesSentence } from './price-mistakes.ts';
import { selectorSentence } from './selector-mistakes.ts';
import { shorten } from './source.ts';
import { either } from './suggestion.ts';

/** A mistake in the rules beside the page. */
export interface RuleMistake {
  /** What is at fault, and how to mend it. */
  readonly words: string;
  /** What the page reports of it, once the rule finds an element. Undefined: nothing. */
  readonly code?: MistakeCode;
  readonly detail?: string;
}

/** What a rule may have in it. */
const ruleKeys: readonly string[] = ['select', ...ruleHelpers, ...bindingNames];

/** More help nobody, and to find what was meant takes time. */
const mostMistakes = 200;

const example = '{ "select": "h1", "text": "Hello {city|there}" }';

/** @param given `rules` of the settings block, or what stands at its address. An address itself has no mistake. */
export function ruleMistakes(given: unknown, groups: Groups | undefined): readonly RuleMistake[] {
  if (given === undefined || typeof given === 'string') return [];
  const unusable: RuleMistake[] = [];
  const rules = parsePageRules(
    given,
    (text) => parseCondition(text, groups),
    (code, detail) => unusable.push({ code, detail, words: unusableSentence(detail, given) }),
  );
  const found = [...unusable];
  for (const rule of rules) if (found.length < mostMistakes) found.push(...inValues(rule, groups));
  return [...found, ...neverHeld(rules)];
}

/** @param detail as `parsePageRules` notes it. */
function unusableSentence(detail: string, given: unknown): string {
  if (!Array.isArray(given)) {
    const object = Object(given) as Readonly<Record<string, unknown>>;
    if (Array.isArray(object.rules))
      return 'the rules stand in another "rules": a file with rules is the list alone, from [ to ]';
    const isOne = Object.hasOwn(object, 'select');
    return `rules of the settings block is no list: write "rules": ${isOne ? `[${shorten(JSON.stringify(given))}]` : `[${example}]`}`;
  }
  const [place = '', index] = /^rules\[(\d+)\]/.exec(detail) ?? [];
  if (index === undefined)
    return `rules has ${given.length} rules, and only the first ${mostRules} are used: join those that write the same, such as "select": "#price, .price"`;
  const rule = Object((given as readonly unknown[])[Number(index)]) as Readonly<Record<string, unknown>>;
  const { select, ...values } = rule;
  if (select === undefined) return `${place} has no select${selectMeant(rule)}`;
  if (typeof select !== 'string') return `select of ${place} is no text: write one, such as "select": ".price"`;
  const atSelector = selectorSentence(select);
  if (atSelector) return `${place}: ${atSelector}`;
  const wrong = Object.keys(values).find((key) => !/^[a-z-]+$/.test(key) || typeof values[key] !== 'string');
  if (wrong === undefined)
    return `${place} writes nothing: add what it should write, such as "text": "Hello {city|there}" or "show": "country: FR"`;
  if (!ruleKeys.includes(wrong)) return keySentence(place, wrong);
  const value = values[wrong];
  const right = /^(number|string)$/.test(typeof value) ? String(value) : exampleOf(wrong);
  return `${wrong} of ${place} is no text: write "${wrong}": "${right}"`;
}

function exampleOf(key: string): string {
  if (['show', 'hide', 'when'].includes(key)) return 'country: FR';
  return ['currency', 'prices'].includes(key) ? 'USD 49, EUR 45' : 'Hello {city|there}';
}

function selectMeant(rule: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(rule);
  const meant =
    keys.find((key) => ['selector', 'element', 'css', 'find', 'target'].includes(key.toLowerCase())) ??
    keys.find((key) => closest(key.toLowerCase(), ['select']) !== undefined);
  return either(meant && `"select" in place of "${meant}"`, 'write one, such as "select": ".price"');
}

/** What people call a key. */
const otherKeys: Readonly<Record<string, string>> = {
  hidden: 'hide',
  remove: 'hide',
  visible: 'show',
  display: 'show',
  link: 'href',
  url: 'href',
  to: 'href',
  image: 'src',
  img: 'src',
  picture: 'src',
  price: 'currency',
  amount: 'currency',
  content: 'text',
  html: 'text',
  innerhtml: 'text',
  innertext: 'text',
  textcontent: 'text',
  template: 'text',
  words: 'text',
  classname: 'class',
  classes: 'class',
  if: 'when',
  condition: 'when',
};

function keySentence(place: string, key: string): string {
  const bare = key.toLowerCase().replace(/^data-(?:geo-)?/, '');
  const other = Object.hasOwn(otherKeys, bare) ? otherKeys[bare] : closest(bare, ruleKeys);
  const meant = ruleKeys.includes(bare) ? bare : other;
  return `${place} has "${key}", which is no key of a rule${either(meant && `"${meant}"`, `write some of ${ruleKeys.join(' ')}`)}`;
}

/** What the page cannot use of a rule that it reads. */
function inValues({ index, select, parts }: PageRule, groups: Groups | undefined): RuleMistake[] {
  const place = `rules[${index}]`;
  const detail = `${place}: ${select}`;
  const names = [...(groups?.keys() ?? [])];
  const found: RuleMistake[] = [];
  const add = (code: MistakeCode, words: string): void => {
    found.push({ code, detail, words: `${place}: ${asJson(words)}` });
  };
  const written = new Map(parts.flatMap((part) => Object.entries(part.written)));
  const notReplacing = ['class', 'show', 'hide'].filter((name) => written.has(name));
  if (written.has('replaces') && notReplacing.length > 0)
    found.push({
      words: `${place} has "replaces", which is not for ${notReplacing.join(' and ')}: write a rule of its own for that, without it`,
    });
  for (const [name, text = ''] of written) {
    if (found.length === mostMistakes) break;
    if (name === 'when' || name === 'show' || name === 'hide') {
      const attribute = (asked: string): string | null => (asked === 'data-geo-when' ? text : null);
      parseCondition(text, groups, (code, at) =>
        add(code, describeMistake(code, at, { groups: names, spell: spellAsText, attribute })),
      );
    } else if (helperNames.includes(name) && !ruleHelpers.includes(name))
      found.push({ words: keySentence(place, name) });
    else if (!ruleKeys.includes(name)) found.push({ code: 'unsafe-binding', detail, words: keySentence(place, name) });
    else if (name === 'currency' || name === 'prices') {
      const list = parsePriceTag(text);
      const unusable = list && unusableIn(list, groups);
      if (!list) add('unusable-prices', pricesSentence(name, text, names));
      else if (unusable) add('unusable-prices', placeSentence(unusable, names));
    } else if (!ruleHelpers.includes(name)) {
      const hasWhen = written.has('when');
      const templates = name === 'class' ? text.split(/\s(?![^{]{0,250}\})/).filter(Boolean) : [text];
      const wrong = templates.find((template) => !parseTemplate(template, hasWhen));
      if (wrong !== undefined) add('unusable-template', templateSentence(name, wrong));
    }
  }
  return found;
}

/** Words that are made for attributes: `prices="USD 49"`. */
function asJson(words: string): string {
  return words.replace(/(?<![\w-])([a-z-]+)="([^"]*)"/g, '"$1": "$2"');
}

function templateSentence(name: string, text: string): string {
  return /[{}]/.test(text) || !text.trim()
    ? describeMistake('unusable-template', name, { groups: [], spell: spellAsText, attribute: () => text })
    : `${name} has no word in braces and the rule has no when, so it stays as written: add "when", such as "when": "country: FR", or a word such as {city|your city}`;
}

/** Rules that come too late: one before them always decides. */
function neverHeld(rules: readonly PageRule[]): RuleMistake[] {
  const first = new Map<string, PageRule>();
  return rules.flatMap((rule) => {
    const { index, selectors, condition, parts } = rule;
    const place = JSON.stringify(selectors);
    const when = JSON.stringify(condition);
    const lost = parts.flatMap(({ target, written }) => {
      const key = `${target} ${place}`;
      const keyWhen = `${key} ${when}`;
      // One for other words leaves it to those behind it.
      const words = written.replaces === undefined ? '' : ` ${written.replaces}`;
      const keys = [key, keyWhen, key + words, keyWhen + words];
      const before = keys.map((one) => first.get(one)).find(Boolean);
      const own = (condition ? keyWhen : key) + words;
      if (!first.has(own)) first.set(own, rule);
      return before ? [{ before, names: Object.keys(written).filter((name) => !ruleHelpers.includes(name)) }] : [];
    });
    return lost.map(({ before, names }) => {
      const why = before.condition
        ? 'the same when: take one of them out'
        : 'no when, so it always holds: put that one last';
      return {
        words: `${names.join(' and ')} of rules[${index}] never counts: rules[${before.index}] has the same select and ${why}`,
      };
    });
  });
}
