import type { Facts } from '../../rules/facts.ts';
import { rootAttributes, rootPrefix } from '../../rules/markup/root-attributes.ts';
import type { Status } from '../visitor/visitor.ts';
import { writeOwnAttribute } from '../dom/nodes.ts';
import { native } from '../dom/native.ts';

/**
 * Writes what the page's CSS can use about the visitor: `html[data-visitor-country="DE"]`.
 *
 * @param status undefined removes all of these attributes.
 */
export function writeRootAttributes(status?: Status, facts?: Facts): void {
  const root = native(document).documentElement;
  for (const [name, value = null] of Object.entries(rootAttributes(status, facts))) {
    const attribute = rootPrefix + name;
    if (root.getAttribute(attribute) !== value) writeOwnAttribute(root, attribute, value);
  }
}
