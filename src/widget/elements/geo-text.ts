import type { Facts } from '../../rules/facts.ts';
import { core } from './geo-element.ts';
import { source, value } from './members.ts';
import type { Value } from './value.ts';
import { ValueElement } from './value-element.ts';

/**
 * Words from the record: `<geo-text template="Shoes for {city}">Shoes for you</geo-text>`.
 *
 * @attr template - text with placeholders in braces; a field that is missing without an alternative leaves the children
 */
export class GeoTextElement extends ValueElement {
  static override attributes = ['template'];

  protected override [value](facts: Facts, locale: string): Value | undefined {
    const { rules, report } = core;
    const template = rules.parseTemplate(this.getAttribute('template') ?? '');
    if (!template) report('unusable-template', this[source]);
    const text = template && rules.fillTemplate(template, facts, 'text', locale);
    return text === undefined ? text : { text };
  }
}
