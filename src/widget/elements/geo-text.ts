import { MarkupValueElement } from './markup-value-element.ts';

/**
 * Fills in a text from the record: `<geo-text template="Shoes for {city}">Shoes for you</geo-text>`.
 *
 * @example
 * <geo-text template="Shoes for {city|your city}">Shoes for your city</geo-text>
 * @attr template - text with placeholders in braces; if a field without a default value is missing, the children show
 */
export class GeoTextElement extends MarkupValueElement {
  static override properties = { template: {} };
}
