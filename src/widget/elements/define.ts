import type { Core } from '../api/core.ts';
import { contains } from '../dom/nodes.ts';
import type { TagIn } from './element-table.ts';
import { type CoreElements, createElementKit } from './base/element-kit.ts';
import { ConditionalElement } from './conditional/conditional-element.ts';
import { GeoCaseElement } from './conditional/geo-case.ts';
import { GeoCurrencyElement } from './currency/geo-currency.ts';
import { GeoIfElement } from './conditional/geo-if.ts';
import { GeoSwitchElement } from './conditional/geo-switch.ts';
import { GeoTextElement } from './geo-text.ts';
import { singleElements } from './element-tags.built.ts';
import { whenWritten } from './base/when-written.ts';

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
export default function defineCoreElements(core: Core): CoreElements {
  const kit: CoreElements = {
    ...createElementKit(core),
    ConditionalElement,
    whenWritten,
    startOthers(parts, start) {
      for (const name of singleElements) if (parts.some((part) => contains(part, `geo-${name}`))) start(name, kit);
    },
  };
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
