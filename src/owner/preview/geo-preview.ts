import { attributeProperty } from '../../widget/elements/base/attribute-properties.ts';
import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import { keepAboveFoot } from './above-foot.ts';
import { prepareChanges } from './page-changes.ts';
import { createMistakeList } from './mistake-list.ts';
import type { PreviewControl } from './preview-control.ts';
import { buildPreviewControls, type PreviewControls } from './preview-controls.ts';
import { createReasonList } from './reason-list.ts';
import { createRedirectLine } from './redirect-line.ts';
import { previewStyle } from './preview-style.ts';

/** Built without lit: it must also work where modules are refused, and the other elements are not needed for it. */
export function defineGeoPreview(control: PreviewControl, core: Core): void {
  const { report } = core;
  const fetchTools = core.lazy('explain');

  /**
   * Shows which visitor the page is previewed as, and a way to change or leave that: `<geo-preview></geo-preview>`.
   * During a preview, and under `geolet dev`, a page without one gets one in its corner.
   *
   * @example
   * <geo-preview></geo-preview>
   * @attr placement - `corner` fixes it to a corner of the window
   * @csspart box - all of it
   * @csspart caption - the words "Viewing as"
   * @csspart who - the list of countries
   * @csspart others - what else is named
   * @csspart redirect - where the page's redirects would lead
   * @csspart slow - the switch for a late answer
   * @csspart change - the button that opens the panel for changes
   * @csspart picker - the panel for changes
   * @csspart leave - the button that ends the preview
   * @csspart why - what decides whom the page is for
   * @csspart forget - the button that takes back what was chosen on the page
   * @csspart more - city, device, language and signal
   * @csspart reasons - what each element shows, and why
   * @csspart mistakes - what is wrong on the page
   */
  class GeoPreviewElement extends HTMLElement {
    #unwatch: (() => void) | undefined;
    #controls: PreviewControls | undefined;
    #makeRoom: (() => void) | undefined;

    connectedCallback(): void {
      // Set before the element was defined, it stands on the element itself.
      const early: unknown = Object.getOwnPropertyDescriptor(this, 'placement')?.value;
      if (Reflect.deleteProperty(this, 'placement') && early !== undefined) Reflect.set(this, 'placement', early);
      this.#unwatch = control.watch(() => this.#follow());
      this.#follow();
    }

    disconnectedCallback(): void {
      this.#unwatch?.();
      if (this.getAttribute('placement') === 'corner') requestAnimationFrame(() => this.#comeBack());
    }

    /** The next page of Turbo and its like has a body of its own. */
    #comeBack(): void {
      if (control.allowed() && !native(document).querySelector('geo-preview')) native(document).body.append(this);
    }

    #follow(): void {
      if (control.allowed()) this.#show();
      else if (this.getAttribute('placement') === 'corner') this.remove();
      else this.shadowRoot?.replaceChildren();
    }

    #show(): void {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      if (!this.#controls) {
        this.#controls = buildPreviewControls(
          control,
          createMistakeList(core, fetchTools),
          createReasonList(core, fetchTools),
          createRedirectLine(core, fetchTools),
        );
        root.adoptedStyleSheets = [previewStyle()];
        root.append(this.#controls.box);
        keepFromPage(root);
        prepareChanges(core, control, root, this.#controls);
        if (this.getAttribute('placement') === 'corner') this.#makeRoom = keepAboveFoot(this.#controls.box);
      }
      this.#controls.follow(control.words(), control.refused());
      this.#makeRoom?.();
    }
  }

  Object.defineProperty(GeoPreviewElement.prototype, 'placement', attributeProperty('placement'));
  if (customElements.get('geo-preview')) report('duplicate', '<geo-preview> is defined already');
  else customElements.define('geo-preview', GeoPreviewElement);
}

/** The page would take letters for its shortcuts, and a dialog of the page would take the focus back. */
function keepFromPage(root: ShadowRoot): void {
  for (const type of ['keydown', 'keypress', 'keyup', 'focusin', 'focusout'])
    root.addEventListener(type, (event) => event.stopPropagation());
}
