import type { AttributeReader } from './reader.ts';

/** Attributes of the owner's that Geolet changes while a part shows. */
export type ManagedAttribute = 'hidden' | 'slot';

/** The attribute that stores what the owner wrote, on the same element. */
export function markOf(name: ManagedAttribute): string {
  return `data-geolet-${name}`;
}

/** The value as the owner wrote it. Null for an attribute that was not there. */
export function writtenValue<Node>(
  reader: AttributeReader<Node>,
  node: Node,
  name: ManagedAttribute,
): string | null | undefined {
  return reader.attribute(node, markOf(name)) ?? reader.attribute(node, name);
}

/** The slot that the owner put a child into. The default slot has an empty name. */
export function writtenSlot<Node>(reader: AttributeReader<Node>, node: Node): string {
  return writtenValue(reader, node, 'slot') ?? '';
}

/** The slot for children that show alone. */
export const aloneSlot = 'geo-part';

/** The slot for unused copies. It does not exist, so they don't show. */
export const unusedSlot = 'geo-kept';

/**
 * Stands on what the edge has written. On an element: its attributes as they were, as JSON, with null for one that
 * was not there. On a template: it holds the text that was there.
 */
export const originalAttribute = 'data-geolet-was';

/** Whether Geolet made the child, as a copy of what a template holds. */
export function isCopy<Node>(reader: AttributeReader<Node>, child: Node): boolean {
  return [aloneSlot, unusedSlot].includes(writtenSlot(reader, child));
}
