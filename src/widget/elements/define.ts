import type { Core } from '../api/core.ts';
import type { TagIn } from './element-table.ts';
import { type ConditionalKit, createElementKit } from './element-kit.ts';
import { ConditionalElement } from './conditional-element.ts';
import { GeoCaseElement } from './geo-case.ts';
import { GeoCurrencyElement } from './geo-currency.ts';
import { GeoIfElement } from './geo-if.ts';
import { GeoSwitchElement } from './geo-switch.ts';
import { GeoTextElement } from './geo-text.ts';
import { whenWritten } from './when-written.ts';

/** Cases come before their switch, so that a switch on the page finds its cases upgraded. */
const elements = {
  'geo-case': GeoCaseElement,
  'geo-switch': GeoSwitchElement,
  'geo-if': GeoIfElement,
  'geo-text': GeoTextElement,
  'geo-currency': GeoCurrencyElement,
} satisfies Record<TagIn<'elements'>, CustomElementConstructor>;

/**
 * Called when the page has one of our tags. lit's base class is in the same file as these elements, and nowhere else.
 *
 * @returns the kit that the other elements build on.
 */
export default function defineCoreElements(core: Core): ConditionalKit {
  const kit = { ...createElementKit(core), ConditionalElement, whenWritten };
  whenWritten(core, () => {
    for (const [name, element] of Object.entries(elements)) kit.define(name, element);
  });
  return kit;
}

declare global {
  interface HTMLElementTagNameMap {
    'geo-case': GeoCaseElement;
    'geo-switch': GeoSwitchElement;
    'geo-if': GeoIfElement;
    'geo-text': GeoTextElement;
    'geo-currency': GeoCurrencyElement;
  }
}
