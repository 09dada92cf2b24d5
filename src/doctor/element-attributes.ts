import type { KnownElements } from '../owner/advice/page-reader.ts';
import { conditionAttributes } from '../rules/conditions/conditions.ts';
import { closest } from '../record/closest.ts';

/** The elements that a page may use, with the attributes that each follows. A test compares them with the widget's. */
const attributes: ReadonlyMap<string, readonly string[]> = new Map([
  ['geo-if', conditionAttributes],
  ['geo-switch', []],
  ['geo-case', conditionAttributes],
  ['geo-text', ['template']],
  ['geo-currency', ['prices', 'was', 'sku', 'charm', 'minus']],
  ['geo-flag', ['country', 'alt']],
  ['geo-suggest', [...conditionAttributes, 'href', 'override', 'label', 'close', 'placement', 'days']],
  ['geo-select', ['countries', 'currencies', 'label', 'reset']],
  ['geo-time', ['datetime', 'format', 'hours', 'timezone', 'open', 'closed', 'shown-in']],
  ['geo-delivery', ['days', 'cutoff', 'timezone', 'work', 'carrier', 'closures', 'template', 'plan']],
  ['geo-nearest', ['places', 'template', 'href', 'within']],
  ['geo-optout', ['label']],
  ['geo-preview', ['placement']],
]);

const tags = [...attributes.keys()];

export const knownElements: KnownElements = {
  tags,
  conditional: ['geo-if', 'geo-case', 'geo-suggest'],
  text: ['geo-text', 'geo-currency', 'geo-time', 'geo-delivery', 'geo-nearest'],
  attributesOf: (tag) => attributes.get(tag) ?? [],
  // A page may define elements of its own. One that is called nearly as one of ours is a typo.
  isDefined: (tag) => closest(tag, tags) === undefined,
};
