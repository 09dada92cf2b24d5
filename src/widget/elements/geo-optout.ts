import { attempt } from '../../rules/attempt.ts';
import type { Facts } from '../../rules/facts.ts';
import { chooseHonored, type Part } from '../../rules/markup/parts.ts';
import { writtenSlot } from '../../rules/markup/written.ts';
import { optOutKey } from '../../rules/opt-out.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';
import type { ConditionalKit } from './base/element-kit.ts';

/** A lazy file, fetched by pages with a `<geo-optout>`. */
export default function defineOptOut(core: Core, kit: ConditionalKit): void {
  const { ConditionalElement, css, define, domReader, ownAccessor, whenWritten } = kit;
  const { closestAround, geolet, isComplete, optOut, report, signal } = core;
  const onPage = new Set<GeoOptoutElement>();
  const followAll = (): void => {
    for (const element of onPage) element.requestUpdate();
  };
  native(document).addEventListener('geo-optout', followAll, { signal });
  // Not every browser tells a page that waits in its cache of pages what other tabs have stored.
  addEventListener('pageshow', followAll, { signal });

  /** Stored whatever the consent, and in a preview too: it is the visitor who presses. Else a press holds for the page. */
  function refuse(refuses: boolean): void {
    const before = optOut.read();
    attempt(() => (refuses ? localStorage.setItem(optOutKey, '1') : localStorage.removeItem(optOutKey)));
    if (optOut.read() !== refuses) optOut.held = refuses;
    if (optOut.read() !== before) optOut.tell();
  }

  /**
   * Lets visitors refuse that their data are sold or shared: `<geo-optout><a href="/privacy#opt-out">Do not sell or share
   * my personal information</a> <span slot="honored" hidden>Your opt-out signal is honoured.</span></geo-optout>`. Where
   * the browser sends Global Privacy Control, the content of the slot `honored` shows alone. Elsewhere a button takes the
   * place of your link; it is pressed once the visitor has opted out. Nothing follows from it by itself: your scripts ask
   * `geolet.optOut` and listen to `geo-optout`.
   *
   * @example
   * <geo-optout>
   *   <a href="privacy.html">Do not sell or share my personal information</a>
   *   <span slot="honored" hidden>Your opt-out signal is honoured.</span>
   * </geo-optout>
   * @attr label - the text of the button; the text of its content by default
   * @attr {boolean} hidden - nothing shows before `geo-ready`
   * @slot - your own link, shown with scripts off, before `geo-ready` and on failure; its text names the button
   * @slot honored - says that the signal is honored
   * @csspart button - the button
   * @csspart box - the box in the button, with a check mark while it is pressed
   * @cssState pressed - the visitor has opted out here
   */
  class GeoOptoutElement extends ConditionalElement {
    // The target is at least 24 pixels high and the lines stay where they are. `currentColor` and borders are kept where
    // the visitor forces colours.
    static override styles = [
      ConditionalElement.styles,
      css`
        button {
          all: unset;
          cursor: pointer;
          text-align: start;
          padding-block: max(2px, (24px - 1lh) / 2);
          margin-block: min(-2px, (1lh - 24px) / 2);
          min-inline-size: 24px;
        }
        button[hidden] {
          display: none;
        }
        button:focus-visible {
          outline: 2px solid;
          outline-offset: 2px;
        }
        [part='box'] {
          display: inline-block;
          box-sizing: border-box;
          inline-size: 1em;
          block-size: 1em;
          margin-inline-end: 0.4em;
          vertical-align: -0.125em;
          border: 1px solid;
          border-radius: 0.15em;
        }
        [aria-pressed='true'] > [part='box']::before {
          content: '';
          display: block;
          inline-size: 30%;
          block-size: 60%;
          margin: 5% auto 0;
          border: solid;
          border-width: 0 0.15em 0.15em 0;
          rotate: 45deg;
        }
      `,
    ];

    static override properties = { label: ownAccessor };

    readonly #button = native(document).createElement('button');
    readonly #text = native(document).createTextNode('');

    protected override createRenderRoot(): HTMLElement | DocumentFragment {
      const root = super.createRenderRoot();
      const box = native(document).createElement('span');
      box.part.value = 'box';
      const button = this.#button;
      button.type = 'button';
      button.part.value = 'button';
      button.append(box, this.#text);
      button.addEventListener('click', () => refuse(!geolet.optOut));
      root.append(button);
      // No slot tells of another text in it, and of words for the signal that come late.
      new MutationObserver(() => this.requestUpdate()).observe(this, {
        childList: true,
        characterData: true,
        subtree: true,
      });
      return root;
    }

    override connectedCallback(): void {
      onPage.add(this);
      super.connectedCallback();
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      onPage.delete(this);
    }

    protected override _follow(facts: Facts | undefined): void {
      const name = this.#name;
      const honored = this.#honored;
      // A preview may add the signal.
      const refuses = facts?.page.gpc ? 'signal' : geolet.optOut;
      const shows = facts && honored.kind !== 'written' && (refuses === 'signal' ? refuses : name && 'button');
      if (facts && this._deferWhileFocused(shows || undefined)) return;
      const other: Part<Element> = shows ? { kind: 'content', children: [] } : { kind: 'written' };
      this._showPart(shows === 'signal' ? honored : other, facts);
      const button = this.#button;
      button.hidden = shows !== 'button';
      button.ariaPressed = String(refuses === true);
      this.#text.data = name;
      this._setState('pressed', !button.hidden && refuses === true);
      const asWritten = this.renderRoot.querySelector('slot');
      if (asWritten && !button.hidden) asWritten.hidden = true;
    }

    protected override _inspect(): void {
      if ((!this.#name || this.#honored.kind === 'written') && !closestAround(this, '[data-geo-ignore]'))
        report('incomplete-optout', this._source);
    }

    /** A template that the parser may still be inside does not count yet. */
    get #honored(): Part<Element> {
      const part = chooseHonored<Element>(domReader, this);
      return part.kind === 'template' && !isComplete(part.template) ? { kind: 'written' } : part;
    }

    get #name(): string {
      const nodes = [...native(this).childNodes].filter(
        (node) => node instanceof Text || (node instanceof Element && writtenSlot(domReader, node) === ''),
      );
      const text = nodes.map((node) => node.textContent).join('');
      return (this.getAttribute('label')?.trim() || text).replace(/\s+/g, ' ').trim();
    }
  }

  whenWritten(core, () => define('geo-optout', GeoOptoutElement));
}
