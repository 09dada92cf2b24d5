import type { Binding } from './bindings.ts';
import type { Part } from './parts.ts';
import type { AttributeReader, MarkupReader } from './reader.ts';
import { tokensOf } from '../text/normalize.ts';
import { hiddenClass, isConditional, keepsHidden } from './visibility.ts';
import { aloneSlot, isCopy, type ManagedAttribute, markOf, unusedSlot, writtenSlot, writtenValue } from './written.ts';

/**
 * One step of a plan: a node gets another value of an attribute, or another text. The rules make the plan; the page in
 * the browser, the page that the proxy writes, and the plain page of the tests carry it out, so all leave the same marks.
 */
export interface Change<Node> {
  readonly node: Node;
  /** Undefined stands for the node's text. */
  readonly attribute: string | undefined;
  /** Null removes the attribute. */
  readonly value: string | null;
}

export type Plan<Node> = readonly Change<Node>[];

/** How a part of a conditional element comes to show. */
export interface PartPlan<Node> {
  /** The children that show alone. Undefined: all children as written. */
  readonly alone: readonly Node[] | undefined;
  /** Whether nothing shows at all. */
  readonly isOff: boolean;
  readonly changes: Plan<Node>;
}

/**
 * Plans how a part shows. Children that show alone go into the slot `geo-part`. The owner's nodes are never moved or
 * wrapped, so hydration and morphing find them in their place. All state stands on the nodes themselves: a copy of the
 * page (a carousel, the cache of a router) works like the page, and a morph that restores the attributes leaves nothing
 * stale.
 *
 * @param copy gives the copies of a template's content, which stand behind it in `aloneSlot`.
 */
export function planPart<Node>(
  reader: MarkupReader<Node>,
  host: Node,
  part: Part<Node>,
  copy: (template: Node) => readonly Node[] | undefined,
): PartPlan<Node> {
  const copies = part.kind === 'template' ? copy(part.template) : undefined;
  const given = 'children' in part ? part.children : copies;
  const alone = part.kind === 'content' ? undefined : given;
  // A list would be searched for each child.
  const shows = new Set(given);
  const isWritten = part.kind === 'written';
  const isOff = alone ? !alone.length : isWritten && writtenValue(reader, host, 'hidden') !== null;
  const changes: Change<Node>[] = [];
  const manage = (node: Node, name: ManagedAttribute, isWrittenHere: boolean, value: string | null = null) =>
    changes.push(...(isWrittenHere ? restore(reader, node, name) : override(reader, node, name, value)));
  manage(host, 'hidden', isWritten || isOff);
  for (const child of reader.children(host)) {
    const isAlone = !!alone && shows.has(child);
    const slot = isAlone ? aloneSlot : unusedSlot;
    if (isCopy(reader, child)) {
      if (writtenSlot(reader, child) !== slot) changes.push({ node: child, attribute: 'slot', value: slot });
    } else {
      manage(child, 'slot', !isAlone, aloneSlot);
      if (!isConditional(reader.tag(child))) manage(child, 'hidden', keepsHidden(reader, child) || !shows.has(child));
    }
  }
  return { alone, isOff, changes };
}

/** Changes an attribute of the owner's until it is restored. */
export function override<Node>(
  reader: AttributeReader<Node>,
  node: Node,
  name: ManagedAttribute,
  value: string | null,
): Plan<Node> {
  const written = reader.attribute(node, name);
  return written === value || written === undefined ? [] : changeWithMark(node, name, written ?? '', value);
}

export function restore<Node>(reader: AttributeReader<Node>, node: Node, name: ManagedAttribute): Plan<Node> {
  const written = reader.attribute(node, markOf(name)) ?? null;
  // An empty slot name means the same as no attribute.
  return written === null ? [] : changeWithMark(node, name, null, name === 'slot' ? written || null : written);
}

function changeWithMark<Node>(
  node: Node,
  attribute: ManagedAttribute,
  mark: string | null,
  value: string | null,
): Plan<Node> {
  return [
    { node, attribute: markOf(attribute), value: mark },
    { node, attribute, value },
  ];
}

/**
 * Plans what a binding writes on a node as its owner wrote it.
 *
 * @param value what the binding wants; null for an attribute to be removed.
 */
export function planBinding<Node>(
  reader: AttributeReader<Node>,
  node: Node,
  { target, name }: Pick<Binding, 'target' | 'name'>,
  value: string | null,
): Plan<Node> {
  switch (target) {
    case 'class': {
      const classes = tokensOf(reader.attribute(node, 'class'));
      const owners = new Set(classes);
      const missing = tokensOf(value).filter((token) => !owners.has(token));
      return missing.length ? [{ node, attribute: target, value: listOf([...classes, ...missing]) }] : [];
    }
    case 'visibility': {
      const [tag, classes] = [reader.tag(node), reader.attribute(node, 'class')];
      // What is hidden already stays hidden in its own way: by class, or with `hidden="until-found"`.
      const isHidden = visibilityIn(tag, classes, reader.attribute(node, 'hidden')) !== null;
      const changes: Change<Node>[] = [];
      if (value === null || !isHidden)
        planVisibility(tag, classes, value, (attribute, wanted) => changes.push({ node, attribute, value: wanted }));
      return changes;
    }
    case 'text':
      return [{ node, attribute: undefined, value }];
    default:
      return [{ node, attribute: name, value }];
  }
}

type Written = string | null | undefined;

/** The value of `class`. An empty one is removed, so that an element which had none gets none. */
export function listOf(classes: readonly string[]): string | null {
  return classes.join(' ') || null;
}

/**
 * Whether an element shows. It reads null while it shows, else the value of `hidden`, behind the class that stands for
 * it where both are there. A conditional element writes its `hidden` itself, so only the class is read and written.
 */
export function visibilityIn(tag: string, classes: Written, hidden: Written): string | null {
  const own = isConditional(tag) ? null : (hidden ?? null);
  return hasHiddenClass(classes) ? [hiddenClass, own ?? []].flat().join(' ') : own;
}

/**
 * Plans whether an element shows.
 *
 * @param value as `visibilityIn` reads it.
 * @param add is called with each attribute that changes.
 */
export function planVisibility(
  tag: string,
  classes: Written,
  value: string | null,
  add: (attribute: string, value: string | null) => void,
): void {
  const [token, hidden = null] = value?.split(' ') ?? [];
  const isHidden = token === hiddenClass;
  if (hasHiddenClass(classes) !== isHidden) {
    const others = tokensOf(classes).filter((other) => other !== hiddenClass);
    add('class', listOf(isHidden ? [...others, hiddenClass] : others));
  }
  if (!isConditional(tag)) add('hidden', isHidden ? hidden : value);
}

/** Nearly no element has the class, so a quick look comes first. */
function hasHiddenClass(classes: Written): boolean {
  return !!classes?.includes(hiddenClass) && tokensOf(classes).includes(hiddenClass);
}
