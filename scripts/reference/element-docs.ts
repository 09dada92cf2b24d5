import { readdirSync, readFileSync } from 'node:fs';

/** An element as the doc comment of its class describes it. */
export interface ElementDoc {
  readonly tag: string;
  readonly className: string;
  readonly description: string;
  /** HTML that shows what the element does. */
  readonly example: string;
  /** Whether it takes conditions as attributes. */
  readonly conditional: boolean;
  readonly attributes: readonly AttributeDoc[];
  readonly slots: readonly NamedDoc[];
  readonly parts: readonly NamedDoc[];
  readonly states: readonly NamedDoc[];
  readonly events: readonly EventDoc[];
}

export interface NamedDoc {
  readonly name: string;
  readonly description: string;
}

export interface AttributeDoc extends NamedDoc {
  /** In TypeScript. */
  readonly type: string;
}

export interface EventDoc extends NamedDoc {
  /** The event's class. */
  readonly type: string;
}

interface ClassDoc {
  readonly name: string;
  readonly base: string;
  readonly text: string;
  readonly tags: readonly TagDoc[];
}

interface TagDoc extends NamedDoc {
  readonly tag: string;
  readonly type: string;
}

const folders = ['src/widget/elements/', 'src/owner/preview/'];

/** @returns the elements in the order of their tags. Throws where a comment says what cannot be read. */
export function readElementDocs(): readonly ElementDoc[] {
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => folder + file))
    .filter((file) => file.endsWith('.ts'));
  const classes = new Map(
    files.flatMap((file) => classesIn(readFileSync(file, 'utf8')).map((found) => [found.name, found] as const)),
  );
  return [...classes.values()]
    .filter(({ name }) => /^Geo[A-Z]\w*Element$/.test(name))
    .map((found) => describe(found, classes))
    .sort((one, other) => one.tag.localeCompare(other.tag));
}

/** Classes with a doc comment. Those that are made inside of a function, because their base is handed over, too. */
function classesIn(source: string): readonly ClassDoc[] {
  const pattern = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(?:export )?(?:abstract )?class (\w+) extends (\w+)/g;
  return [...source.matchAll(pattern)].map(([, comment = '', name = '', base = '']) => {
    const [text = '', ...tags] = comment
      .replaceAll(/^ *\* ?/gm, '')
      .trim()
      .split(/^@/m);
    return { name, base, text: text.trim(), tags: tags.map((line) => parseTag(line.trim(), name)) };
  });
}

/** `attr {number} days - how long`, also with nothing but its own name; an example is what follows its line. */
function parseTag(line: string, className: string): TagDoc {
  if (line.startsWith('example\n'))
    return { tag: 'example', type: '', name: '', description: line.slice('example\n'.length) };
  const [, tag = '', type = '', name = '', description = ''] =
    /^(\w+)(?: \{([^}]+)\})?(?: (?!- )(\S+))?(?: - ([^]+))?$/.exec(line) ?? [];
  if (!tag) throw new Error(`${className}: @${line} cannot be read; write "@attr name - what it does"`);
  return { tag, type, name, description: description.replaceAll(/\s+/g, ' ') };
}

function describe(own: ClassDoc, classes: ReadonlyMap<string, ClassDoc>): ElementDoc {
  const chain: ClassDoc[] = [];
  for (let at: ClassDoc | undefined = own; at; at = classes.get(at.base)) chain.push(at);
  const tags = chain.flatMap((found) => found.tags);
  /** The doc of a class wins over that of its base class. */
  const named = (tag: string) =>
    [
      ...new Map(
        tags
          .filter((doc) => doc.tag === tag)
          .toReversed()
          .map((doc) => [doc.name, doc]),
      ).values(),
    ].toReversed();
  return {
    tag: own.name
      .replace(/Element$/, '')
      .replaceAll(/(?!^)[A-Z]/g, '-$&')
      .toLowerCase(),
    className: own.name,
    description: own.text,
    example: own.tags.find(({ tag }) => tag === 'example')?.description ?? '',
    conditional: tags.some(({ tag }) => tag === 'conditions'),
    attributes: named('attr').map((doc) => ({ ...pick(doc), type: doc.type || 'string' })),
    slots: named('slot').map(pick),
    parts: named('csspart').map(pick),
    states: named('cssState').map(pick),
    events: named('fires').map((doc) => ({ ...pick(doc), type: doc.type || 'Event' })),
  };
}

function pick({ name, description }: TagDoc): NamedDoc {
  return { name, description };
}
