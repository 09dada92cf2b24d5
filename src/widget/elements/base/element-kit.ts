import { css, type PropertyDeclarations } from 'lit';
import type { Core } from '../../api/core.ts';
import { domReader } from '../../dom/dom-reader.ts';
import type { ConditionalElement } from '../conditional/conditional-element.ts';
import type { SingleElement } from '../element-table.ts';
import { conditionProperties, GeoElement, ownAccessor, useCore } from './geo-element.ts';
import { ValueElement } from './value-element.ts';
import type { whenWritten } from './when-written.ts';

/**
 * What the file of the core elements passes to the files of the other ones, so that lit and the base classes are
 * downloaded once.
 */
export interface ElementKit {
  readonly GeoElement: typeof GeoElement;
  readonly ValueElement: typeof ValueElement;
  readonly css: typeof css;
  readonly domReader: typeof domReader;
  readonly conditionProperties: PropertyDeclarations;
  readonly ownAccessor: typeof ownAccessor;
  /** Registers an element. A name that another library has defined stays that library's. */
  define(name: string, element: CustomElementConstructor): void;
}

/** With a base class that most elements do not need: an app that bundles one of them must not get it. */
export interface ConditionalKit extends ElementKit {
  readonly ConditionalElement: typeof ConditionalElement;
  readonly whenWritten: typeof whenWritten;
}

/** What the file of the core elements gives to the loader. */
export interface CoreElements extends ConditionalKit {
  /** Starts the files of the other elements in these parts of the page. */
  startOthers(parts: readonly ParentNode[], start: (name: SingleElement, kit: ConditionalKit) => unknown): void;
}

/** Called once, before any element is defined. */
export function createElementKit(core: Core): ElementKit {
  useCore(core);
  return {
    GeoElement,
    ValueElement,
    css,
    domReader,
    conditionProperties,
    ownAccessor,
    define(name, element) {
      if (customElements.get(name)) core.report('duplicate', `<${name}> is defined already`);
      else customElements.define(name, element);
    },
  };
}
