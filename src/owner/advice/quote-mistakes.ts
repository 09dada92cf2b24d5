import { bindingPrefix } from '../../rules/markup/bindings.ts';
import type { PageReader, PageToRead } from './page-reader.ts';
import { shorten } from './source.ts';

type Page<Node> = Pick<PageToRead<Node>, 'reader' | 'known'>;

/** What is wrong with the quotes in an opening tag, where it makes nonsense of an attribute of ours. */
export function quoteSentence<Node>({ reader, known }: Page<Node>, element: Node): string | undefined {
  const names = reader.attributeNames(element);
  // Both mistakes leave a quote in the name of an attribute.
  if (!names.some((name) => /["'“”„]/.test(name))) return undefined;
  const own = known.attributesOf(reader.tag(element));
  for (const [index, name] of names.entries()) {
    const isOurs = name.startsWith(bindingPrefix) || own.includes(name);
    const value = reader.attribute(element, name) ?? '';
    const sentence =
      unclosed(name, value, isOurs) ?? (isOurs ? curly(reader, element, name, names.slice(index + 1)) : undefined);
    if (sentence) return sentence;
  }
  return undefined;
}

/** What a quote takes in may be the rest of the page. */
const mostCharacters = 2000;

/** `<p data-geo-show="country: FR>A</p>` goes on up to the next quote, of any attribute. */
function unclosed(name: string, value: string, isOurs: boolean): string | undefined {
  const begin = value.slice(0, mostCharacters);
  const [, meant = '', behind = ''] =
    /^([^<>]*?)(?:\s+hidden|\s+\/)?>([^]*)$/.exec(begin) ?? /^([^<>]*?)(?:\s+hidden)?(\s+[\w:-]+=)$/.exec(begin) ?? [];
  if (!(isOurs ? /[<=]/ : /<geo-|\bdata-geo-|\bgeo-(?:show|hide)-/).test(behind)) return undefined;
  return `${name} has no closing quote, so that it takes in “${shorten(behind, 40)}”: write ${name}="${meant.trim()}"`;
}

/** A value in curly quotes ends at its first blank, and the rest of it is attributes. */
function curly<Node>(
  reader: PageReader<Node>,
  element: Node,
  name: string,
  others: readonly string[],
): string | undefined {
  const value = reader.attribute(element, name) ?? '';
  if (!/^[“”„][^“”]*$/.test(value)) return undefined;
  const end = others.findIndex((other) => /[“”]$/.test(other));
  if (end < 0) return undefined;
  const meant = [value, ...others.slice(0, end + 1)].join(' ').replace(/[“”„]/g, '');
  return `${name} is in curly quotes, in which HTML ends it at the first blank: write ${name}="${meant}"`;
}
