import type { Facts } from '../../rules/facts.ts';
import { readTextElement } from '../../rules/markup/value-element.ts';
import { domReader } from '../dom/dom-reader.ts';
import { core, ownAccessor } from './base/geo-element.ts';
import type { Value } from './base/value.ts';
import { ValueElement } from './base/value-element.ts';

/**
 * Fills in a text from the record: `<geo-text template="Shoes for {city}">Shoes for you</geo-text>`.
 *
 * @example
 * <geo-text template="Shoes for {city|your city}">Shoes for your city</geo-text>
 * @attr template - text with placeholders in braces; if a field without a default value is missing, the children show
 */
export class GeoTextElement extends ValueElement {
  static override properties = { template: ownAccessor };

  protected override _value(facts: Facts, locale: string): Value {
    const { rules, report } = core;
    const template = readTextElement<Element>(domReader, this, rules, (code) => report(code, this._source));
    return { text: template && rules.fillTemplate(template, facts, 'text', locale) };
  }
}
