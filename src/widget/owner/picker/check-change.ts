import type { MistakeCode } from '../../../rules/mistake.ts';
import { bindingPrefix } from '../../../rules/markup/bindings.ts';
import type { AttributeReader } from '../../../rules/markup/reader.ts';
import { sinkOf } from '../../../rules/markup/sink.ts';
import type { Core, OwnerTools } from '../../api/core.ts';
import { attributeReader } from '../../dom/attribute-reader.ts';
import { native } from '../../dom/native.ts';
import { conditionsOf, isTooMuch } from './audience.ts';
import { type PageChange, rulesOf } from './changes.ts';

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
  if (audience.scope !== 'everybody' && audience.places.length === 0) return 'Choose a country, a state or a group.';
  const isVisibility = what === 'show' || what === 'hide';
  if (isVisibility && conditionsOf(audience).length === 0) return 'Choose for whom.';
  if (isVisibility && isTooMuch(audience))
    return 'Countries, groups and states together cannot be combined with a device or a language here. Take one kind of place.';
  if (!isVisibility && !value.trim()) return 'Write something first.';
  if (what !== 'currency' && !isVisibility && !/[{}]/.test(value) && conditionsOf(audience).length === 0)
    return 'Choose for whom, or write something of the visitor into it, such as {city|your city}.';
  const sink = sinkOf(native(element).localName, what);
  if (
    (sink === 'link' || sink === 'media') &&
    !/[{}]/.test(value) &&
    !core.rules.checkUrl(value, value, sink, native(document).baseURI)
  )
    return 'This is not an address that Geolet writes: begin it with https:// or with /.';
  return rulesOf(change)
    .map((rule) => mistakeInRule(rule, element, core, tools))
    .find(Boolean);
}

function mistakeInRule(
  { select: _select, ...names }: Readonly<Record<string, string>>,
  element: Element,
  core: Core,
  tools: OwnerTools | undefined,
): string | undefined {
  const attributes = new Map(Object.entries(names).map(([name, value]) => [bindingPrefix + name, value]));
  const alone: AttributeReader<Element> = {
    ...attributeReader,
    attributeNames: () => [...attributes.keys()],
    attribute: (_element, name) => attributes.get(name) ?? null,
  };
  let found: string | undefined;
  const note = (code: MistakeCode, text: string) => {
    const [value = ''] = attributes.values();
    found ??= asSentence(tools?.describe(code, text, value) ?? code);
  };
  const [binding] = core.rules.readBindings(alone, element, core.visitor.facts?.groups, note);
  return found ?? tools?.describeList(binding?.content?.prices);
}

/** The owner writes into a field, and not into an attribute. */
function asSentence(words: string): string {
  const text = words.replaceAll(bindingPrefix, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}
