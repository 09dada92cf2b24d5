import { bindingPrefix } from '../../rules/markup/bindings.ts';
import { mostRules } from '../../rules/page-rules/page-rules.ts';
import { conditionsOf } from './audience.ts';
import { styleOfPicture } from './background.ts';
import { firstToLast, type PageChange, type Rule, rulesOf, rulesOfAll } from './changes.ts';
import { everyPage } from './pages.ts';
import { partsJson } from './things/block-parts.ts';
import { markupOf } from './things/added.ts';
import { escapeText, spell, toHtml, type WrittenAttribute } from './things/markup.ts';
import { isThing } from './things/things.ts';

export type CopyForm = 'rules' | 'attributes' | 'classes' | 'html';

/** What of the changes goes into the head, whatever the form. */
export function goesIntoHead({ what, needs }: PageChange): boolean {
  return !isThing(what) || needs?.values !== undefined;
}

export interface Copied {
  /** Undefined: these changes cannot be said in this form. */
  readonly text: string | undefined;
  /** What to do with it, or why it cannot be said. */
  readonly words: string;
}

/** A script block ends at `</script`, wherever that stands. */
function toJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** One rule to a line: people read it, and compare it with what they had. */
function listOf(rules: readonly unknown[]): string {
  return rules.length ? `[\n${rules.map((rule) => `    ${toJson(rule)}`).join(',\n')}\n  ]` : '[]';
}

/** The settings that the page has beside the changes. */
export interface PageSettings {
  /** What the settings block holds. Undefined: the page has none. */
  readonly block: Readonly<Record<string, unknown>> | 'unreadable' | undefined;
  /** Whether the server has rules of its own. They come before those of the block. */
  readonly hasServerRules: boolean;
}

/** The block of rules for the head. */
export function rulesText(changes: readonly PageChange[], { block, hasServerRules }: PageSettings): Copied {
  const drafts: readonly Rule[] = rulesOfAll(changes);
  const { rules, ...written } = typeof block === 'object' ? block : {};
  const others = { ...written, ...partsNeeded(changes, written) };
  const needed = linesOf(partsNeeded(changes, written));
  if (typeof rules === 'string')
    return {
      text: [listOf(drafts), ...needed].join('\n\n'),
      words: `Your rules are in ${rules}: put these before those in it.${needed.length ? ' What stands under them goes into your settings block.' : ''}`,
    };
  const own: readonly unknown[] = Array.isArray(rules) ? rules : [];
  const all = [...drafts, ...own];
  const listed = all.length || rules !== undefined ? [`  "rules": ${listOf(all)}`] : [];
  const lines = [...linesOf(others), ...listed].join(',\n');
  const words = [placeOf(block)];
  if (hasServerRules)
    words.push(
      'Your server has rules of its own, which come first. Where both write the same, put yours into those of the server.',
    );
  if (all.length > mostRules)
    words.push(
      `Geolet uses the first ${mostRules} rules: the last ${all.length - mostRules} of these do nothing. Join some, or take some out.`,
    );
  const styles = stylesOf(changes);
  return {
    text: `${styles && `<style>\n${styles}\n</style>\n`}<script type="application/json" data-geo-settings>\n{\n${lines}\n}\n</script>`,
    words: words.join(' '),
  };
}

/** The CSS that changes of backgrounds need. */
export function stylesOf(changes: readonly PageChange[]): string {
  const lines = changes.flatMap(({ what, value }) => (what === 'background' ? [styleOfPicture(value)] : []));
  return [...new Set(lines)].join('\n');
}

function linesOf(values: object): readonly string[] {
  return Object.entries(values).map(([name, value]) => `  ${toJson(name)}: ${toJson(value)}`);
}

function partsNeeded(changes: readonly PageChange[], block: Readonly<Record<string, unknown>>): object {
  return partsJson(
    changes.map(({ needs }) => needs),
    (kind) => block[kind],
  );
}

function placeOf(block: PageSettings['block']): string {
  if (block === undefined) return 'Put it into the head of the page, above the script of Geolet.';
  if (block === 'unreadable')
    return 'The settings block of your page cannot be read, so nothing in it counts. Put this one in its place, and write into it what else yours should say.';
  return 'Put it into the head in place of the settings block that you have. All that was in it is in this one.';
}

const whenName = `${bindingPrefix}when`;
const isVisibility = ({ what }: PageChange) => what === 'show' || what === 'hide';
const isTemplate = (text: string) => /\{[^{}]+\}/.test(text);

/** Attributes name a plan and a class, and have none. */
function planWords(changes: readonly PageChange[]): string {
  const names = new Set(
    changes.flatMap(({ needs }) => (needs?.values && needs.kind === 'delivery' ? [needs.name] : [])),
  );
  const css =
    stylesOf(changes) && ' The block of rules begins with CSS for the backgrounds: put that into the head, too.';
  const plans = [...names].map(
    (name) => ` Put the delivery plan “${name}” into your settings block, too: it is in the block of rules.`,
  );
  return [...plans, css].join('');
}

/** The attributes that say a change. Undefined where only rules can. */
function attributesOf(change: PageChange): readonly WrittenAttribute[] | undefined {
  const { what, value, pages } = change;
  // `data-geo-when` is not for what shows and hides.
  if (isVisibility(change) && pages !== everyPage) return undefined;
  const rules = rulesOf(change);
  const [rule] = rules;
  if (rules.length !== 1 || !rule) return undefined;
  // On the element itself nothing else can stand.
  const { select: _select, replaces: _replaces, when, ...names } = rule;
  // Without a condition, what has no braces is no template. Each class is one of its own.
  const parts = what === 'class' ? value.split(/\s(?![^{]{0,250}\})/).filter(Boolean) : [value];
  if (!isVisibility(change) && what !== 'currency' && when === undefined && !parts.every(isTemplate)) return undefined;
  return [
    ...Object.entries(names).map(([name, text]) => ({ name: bindingPrefix + name, value: text })),
    ...(when === undefined ? [] : [{ name: whenName, value: when }]),
  ];
}

/** The classes that say a change. Undefined where they cannot. */
function classesOf({ what, audience, pages }: PageChange): readonly string[] | undefined {
  const { scope, places, device, language } = audience;
  const isPlain = scope !== 'everybody' && places.length > 0 && !device && !language && pages === everyPage;
  if (!isPlain || (what !== 'show' && what !== 'hide')) return undefined;
  if (places.some((place) => !/^[a-z0-9]+$/i.test(place))) return undefined;
  const verb = (what === 'show') === (scope === 'only') ? 'show' : 'hide';
  return places.map((place) => `geo-${verb}-${place.toLowerCase()}`);
}

/** Changes by the element that they are of. */
function byElement(changes: readonly PageChange[]): ReadonlyMap<string, readonly PageChange[]> {
  const groups = new Map<string, readonly PageChange[]>();
  for (const change of changes.filter(({ what }) => !isThing(what)))
    groups.set(change.select, [...(groups.get(change.select) ?? []), change]);
  return groups;
}

/** The attributes that say all changes of an element. Undefined where two of them would write the same. */
function attributesOfAll(changes: readonly PageChange[]): readonly WrittenAttribute[] | undefined {
  const all = changes.map(attributesOf);
  if (all.includes(undefined)) return undefined;
  const list = all.flatMap((one) => one ?? []);
  const values = list.filter(({ name }) => name !== whenName);
  const targets = new Set(
    values.map(({ name }) => (name === `${bindingPrefix}currency` ? `${bindingPrefix}text` : name)),
  );
  if (targets.size < values.length) return undefined;
  // One condition is for all that the element writes. What shows and hides has its own.
  const writing = changes.flatMap((change, index) => (isVisibility(change) ? [] : [all[index] ?? []]));
  const whens = new Set(writing.map((one) => one.find(({ name }) => name === whenName)?.value));
  if (whens.size > 1) return undefined;
  const [when] = whens;
  return [...values, ...(when === undefined ? [] : [{ name: whenName, value: when }])];
}

export function attributesText(changes: readonly PageChange[]): Copied {
  const texts = [...byElement(changes)].map(([select, of]) => {
    const attributes = attributesOfAll(of);
    return (
      attributes &&
      `${of[0]?.element ?? ''} (${select})\n${attributes.map(({ name, value }) => `${name}\n${value}`).join('\n')}`
    );
  });
  if (texts.includes(undefined))
    return {
      text: undefined,
      words:
        'Attributes cannot say all of this: words without braces for some visitors only, two changes of one thing, a picture of several files, or what shows on some pages only. Choose the rules, or HTML.',
    };
  return {
    text: texts.join('\n\n'),
    words: `Under each element: the name of a custom attribute, and its value in the line below.${planWords(changes)}`,
  };
}

export function classesText(changes: readonly PageChange[]): Copied {
  const texts = [...byElement(changes)].map(([select, of]) => {
    const classes = of.map(classesOf);
    return (
      classes.every((one) => one !== undefined) && `${of[0]?.element ?? ''} (${select})\n${classes.flat().join(' ')}`
    );
  });
  if (texts.includes(false))
    return {
      text: undefined,
      words:
        'Classes can only show and hide for countries and groups, on every page. Choose another form for the rest.',
    };
  return { text: texts.join('\n\n'), words: 'Under each element: the classes to add to it.' };
}

/** What is to be pasted behind an element. @param locale of the page. */
export function addedText(change: PageChange, locale: string): Copied {
  const markup = markupOf(change, locale);
  const place = `Paste it behind ${change.element} (${change.select}), where your builder takes HTML, on each page that is to have it.`;
  const block = change.needs?.values
    ? ' The settings block in this list has what it needs: paste that into the head, too.'
    : '';
  return { text: markup && toHtml(markup), words: `${place}${block}` };
}

/** An element of the page as it is written, for HTML. */
export interface WrittenElement {
  readonly tag: string;
  readonly attributes: readonly WrittenAttribute[];
  /** What is inside, as HTML. */
  readonly inner: string;
  readonly isVoid: boolean;
}

/** @param read the element that a selector finds. */
export function htmlText(changes: readonly PageChange[], read: (select: string) => WrittenElement | undefined): Copied {
  const texts = [...byElement(changes)].map(([select, of]) => {
    const written = read(select);
    return written && htmlOf(written, of);
  });
  if (texts.includes(undefined))
    return {
      text: undefined,
      words:
        'HTML cannot say all of this: one thing of an element would be written twice, or something shows on some pages only. Choose the rules.',
    };
  return {
    text: texts.join('\n\n'),
    words: `Put each in place of the element that it changes.${planWords(changes)}`,
  };
}

function htmlOf(
  { tag, attributes, inner, isVoid }: WrittenElement,
  changes: readonly PageChange[],
): string | undefined {
  const whole = attributesOfAll(changes);
  // Several texts for some stand in elements of Geolet, inside. All else is an attribute.
  const words = whole
    ? []
    : changes.filter(
        ({ what, value, audience }) => what === 'text' && !isTemplate(value) && conditionsOf(audience).length > 0,
      );
  const others = changes.filter((change) => !words.includes(change));
  const added = whole ?? attributesOfAll(others);
  if (!added || (words.length && others.some(({ what }) => what === 'text' || what === 'currency'))) return undefined;
  const names = new Set(added.map(({ name }) => name));
  const opening = [tag, ...[...attributes.filter(({ name }) => !names.has(name)), ...added].map(spell)].join(' ');
  if (isVoid) return `<${opening}>`;
  return `<${opening}>${words.length ? switchOf(words, inner) : inner}</${tag}>`;
}

function switchOf(words: readonly PageChange[], inner: string): string {
  const cases = firstToLast(words).flatMap((change) =>
    rulesOf(change).map(
      ({ when = '' }) => `<geo-case ${asAttributes(when)} hidden>${escapeText(change.value)}</geo-case>`,
    ),
  );
  return `<geo-switch>${cases.join('')}${inner}</geo-switch>`;
}

/** A condition as an element has it: `country="FR" device="mobile"`. */
function asAttributes(condition: string): string {
  return condition
    .split('; ')
    .map((part) => part.split(': '))
    .map(([name = '', value = '']) => spell({ name, value }))
    .join(' ');
}
