import { MarkupValueElement } from './markup-value-element.ts';

/**
 * Words from the record: `<geo-text template="Shoes for {city}">Shoes for you</geo-text>`.
 *
 * @attr template - text with placeholders in braces; a field that is missing without an alternative leaves the children
 */
export class GeoTextElement extends MarkupValueElement {
  static override attributes = ['template'];
}
