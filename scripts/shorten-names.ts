import MagicString from 'magic-string';
import { type ESTree, parseAst, type Plugin, Visitor } from 'vite';
import { internalNames } from './internal-names.ts';

/** Without the letters that the platform and lit use as names: `a` to `f` of a matrix, `x` and `y` of a point, `E` of `Math`, `Q` of `CSS`. */
const letters = 'gmpvkqjABDFGHIJKLMNOPRSTUVWXYZ'.split('');
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
// `CSS.mm` is millimetres, and `mk` is Macedonian.
const pool = [...letters, ...pairs.filter((pair) => !['mm', 'mk'].includes(pair))];

export const shortNames = new Map(internalNames.map((name, index) => [name, pool[index] ?? name]));

/**
 * Gives internal properties short names. Files that are built apart share objects, so a name becomes the same in all of
 * them.
 */
export function shortenNames(): Plugin {
  return {
    name: 'shorten-names',
    renderChunk(code) {
      const shortened = renameProperties(code, shortNames);
      return { code: shortened.toString(), map: shortened.generateMap({ hires: true }) };
    },
  };
}

/** @param names the new names by the present ones. Throws if a property has one of the new names already. */
export function renameProperties(code: string, names: ReadonlyMap<string, string>): MagicString {
  const renamed = new MagicString(code);
  const taken = new Set(names.values());
  for (const { name, start, end, isShorthand } of propertiesIn(code)) {
    if (taken.has(name)) throw new Error(`A property is named ${name} already: take another short name`);
    const short = names.get(name);
    if (short && isShorthand) renamed.appendLeft(start, `${short}:`);
    else if (short) renamed.update(start, end, short);
  }
  return renamed;
}

interface PropertyName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether the name also stands for the variable: `{ name }`. */
  readonly isShorthand: boolean;
}

/** Every name of a property that code reads, writes or declares. */
function propertiesIn(code: string): PropertyName[] {
  const found: PropertyName[] = [];
  const add = (key: ESTree.Node, isComputed: boolean, isShorthand = false) => {
    if (key.type === 'Identifier' && !isComputed)
      found.push({ name: key.name, start: key.start, end: key.end, isShorthand });
  };
  new Visitor({
    MemberExpression: ({ property, computed }) => add(property, computed),
    Property: ({ key, computed, shorthand }) => add(key, computed, shorthand),
    MethodDefinition: ({ key, computed }) => add(key, computed),
    PropertyDefinition: ({ key, computed }) => add(key, computed),
  }).visit(parseAst(code));
  return found;
}
