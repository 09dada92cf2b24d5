import type { Note } from '../../rules/mistake.ts';
import { type Binding, bindingPrefix } from '../../rules/markup/bindings.ts';
import type { AttributeReader } from '../../rules/markup/reader.ts';
import { sinkOf } from '../../rules/markup/sink.ts';
import { isOfCount } from '../../rules/page-rules/lasting-selector.ts';
import type { Trace } from '../../rules/trace.ts';
import type { Core } from '../../widget/api/core.ts';
import type { OwnerTools } from '../../widget/api/owner-tools.ts';
import { attributeReader } from '../../widget/dom/attribute-reader.ts';
import { native } from '../../widget/dom/native.ts';
import { conditionsOf, isTooMuch } from './audience.ts';
import { make } from './make.ts';
import { type PageChange, type Rule, rulesOf } from './changes.ts';
import { breadthOf } from './pages.ts';
import { markupOf } from './things/added.ts';
import { lackOf, partsJson } from './things/block-parts.ts';
import { type Markup, toElement } from './things/markup.ts';
import { isThing, lackOfThing } from './things/things.ts';

/**
 * What is wrong with a change, in the words that Geolet says of markup. Its own parsers read it.
 *
 * @param tools undefined until their file has come.
 */
export function mistakeIn(
  change: PageChange,
  element: Element,
  core: Core,
  tools: OwnerTools | undefined,
): string | undefined {
  const { what, value, audience } = change;
  const isAdded = isThing(what);
  if (audience.scope !== 'everybody' && audience.places.length === 0) return 'Choose a country, a state or a group.';
  const isVisibility = what === 'show' || what === 'hide';
  if (isVisibility && conditionsOf(audience).length === 0) return 'Choose for whom.';
  if ((isVisibility || isAdded) && isTooMuch(audience))
    return 'Countries, groups and states together cannot be combined with a device or a language here. Take one kind of place.';
  const isPicture = what === 'src' || what === 'background';
  if (isPicture && !value.trim())
    return 'Write the address that the picture has on your site. Upload it there first, if it is new.';
  if (!isVisibility && !isAdded && !value.trim()) return 'Write something first.';
  const lack =
    (isAdded && lackOfThing(what, change.values ?? {}, change.needs)) || (change.needs && lackOf(change.needs));
  if (lack !== undefined) return lack;
  if (isAdded) return mistakeInAdded(change, element, core, tools);
  if (what === 'currency' && !value.split(', ').every((price) => /[a-z]{3} \S/i.test(price)))
    return 'Each price needs a currency and an amount, such as EUR and 45.00.';
  if (what === 'background' && /[{}]/.test(value))
    return 'CSS knows nothing of the visitor: make a change for each place, without braces.';
  if (what === 'src' && change.sources === '')
    return 'Its <picture> has other files, and nothing tells it from others: give it an id or a class in your builder.';
  if (what !== 'currency' && !isVisibility && !/[{}]/.test(value) && conditionsOf(audience).length === 0)
    return 'Choose for whom, or write something of the visitor into it, such as {city|your city}.';
  if (breadthOf(change.pages) > 0 && isOfCount(change.select))
    return `Your builder counts the parts of each page: on other pages ${change.select} is another one. Give it a class in your builder and choose it again, or take this page.`;
  const sink = what === 'background' ? 'media' : sinkOf(native(element).localName, what);
  if (
    (sink === 'link' || sink === 'media') &&
    !/[{}]/.test(value) &&
    !core.rules.checkUrl(value, value, sink, native(document).baseURI)
  )
    return notAnAddress;
  return (
    rulesOf(change)
      .map((rule) => mistakeInRule(rule, element, core, tools))
      .find(Boolean) ?? mistakeInNeeds(change, core, tools)
  );
}

const notAnAddress = 'This is not an address that Geolet writes: begin it with https:// or with /.';

/** What is wrong with what would be pasted, in the words of its own element. */
function mistakeInAdded(
  change: PageChange,
  target: Element,
  core: Core,
  tools: OwnerTools | undefined,
): string | undefined {
  const markup = markupOf(change, core.localeOf(target));
  const isRefused = (address: string) => !core.rules.checkUrl(address, address, 'link', native(document).baseURI);
  if (markup && addressesIn(markup).some(isRefused)) return notAnAddress;
  if (!markup) return undefined;
  // On the page it would report its mistakes to the console.
  if (!tools) return 'One moment: what reads this is being fetched.';
  const element = toElement(markup);
  return [element, ...element.querySelectorAll('*')]
    .flatMap((one) => tools.mistakesIn(one, {}))
    .map(asSentence)
    .at(0);
}

function addressesIn({ attributes, children = [] }: Markup): readonly string[] {
  const inner = children.flatMap((child) => (typeof child === 'string' ? [] : addressesIn(child)));
  // With a placeholder, its element checks what comes of it.
  return attributes?.href === undefined || attributes.href.includes('{') ? inner : [attributes.href, ...inner];
}

/** What is wrong with a plan, or with the words of a delivery. */
function mistakeInNeeds(change: PageChange, core: Core, tools: OwnerTools | undefined): string | undefined {
  if (change.needs?.kind !== 'delivery') return undefined;
  const [rule = {}] = rulesOf(change);
  const written = make('span');
  for (const [name, value] of Object.entries(namesOf(rule))) written.setAttribute(bindingPrefix + name, value);
  const block = { delivery: core.block('delivery'), ...partsJson([change.needs], core.block) };
  const [mistake] = tools?.mistakesIn(written, block) ?? [];
  return mistake === undefined ? undefined : asSentence(mistake);
}

function mistakeInRule(rule: Rule, element: Element, core: Core, tools: OwnerTools | undefined): string | undefined {
  let found: string | undefined;
  const [value = ''] = Object.values(namesOf(rule));
  const binding = readRule(rule, element, core, (code, text) => {
    found ??= asSentence(tools?.describe(code, text, value) ?? code);
  });
  return found ?? tools?.describeList(binding?.content?.prices);
}

/** What a rule binds, read as if the element had no attributes of its own. */
function readRule(rule: Rule, element: Element, { rules, visitor }: Core, note?: Note): Binding | undefined {
  const attributes = new Map(Object.entries(namesOf(rule)).map(([name, value]) => [bindingPrefix + name, value]));
  const alone: AttributeReader<Element> = {
    ...attributeReader,
    attributeNames: () => [...attributes.keys()],
    attribute: (_element, name) => attributes.get(name) ?? null,
  };
  return rules.readBindings(alone, element, visitor.facts?.groups, note)[0];
}

function namesOf({ select: _select, ...names }: Rule): Rule {
  return names;
}

/** The placeholder of a change that has no value for the visitor whom the page is shown to, and no other words. */
export function unknownIn(change: PageChange, element: Element, core: Core): string | undefined {
  const { facts } = core.visitor;
  let unknown: string | undefined;
  const traceStep: Trace = (asked, outcome) => {
    if (asked && 'word' in asked && 'alternative' in asked && asked.alternative === undefined && !outcome)
      unknown ??= String(asked.word);
  };
  if (facts)
    for (const rule of rulesOf(change))
      readRule(rule, element, core)?.want({ ...facts, traceStep }, core.localeOf(element), native(document).baseURI);
  return unknown;
}

/** The owner writes into a field, and not into an attribute. */
function asSentence(words: string): string {
  const text = words.replaceAll(bindingPrefix, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}
