import type { MarkupReader } from './reader.ts';

/** Attributes of the owner's that Geolet changes while a part shows. */
export type Borrowed = 'hidden' | 'slot';

/** The attribute that stores what the owner wrote, on the same element. */
export function markOf(name: Borrowed): string {
  return `data-geolet-${name}`;
}

/** The value as the owner wrote it. Null for an attribute that was not there. */
export function writtenValue<Node>(reader: MarkupReader<Node>, node: Node, name: Borrowed): string | null | undefined {
  return reader.attribute(node, markOf(name)) ?? reader.attribute(node, name);
}

/** The slot that the owner put a child into. The default slot has an empty name. */
export function writtenSlot<Node>(reader: MarkupReader<Node>, node: Node): string {
  return writtenValue(reader, node, 'slot') ?? '';
}

/** The slot for children that show alone. */
export const aloneSlot = 'geo-part';

/** Whether Geolet made the child, as a copy of what a template holds. Unused copies stand in the slot `geo-kept`. */
export function isCopy<Node>(reader: MarkupReader<Node>, child: Node): boolean {
  return /^geo-(part|kept)$/.test(writtenSlot(reader, child));
}
