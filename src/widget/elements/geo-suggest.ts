import type { Condition } from '../../rules/clause.ts';
import { destinationOf, leadsHere } from '../../rules/destination.ts';
import type { Facts } from '../../rules/facts.ts';
import type { ElementKit } from './element-kit.ts';
import { borrow, giveBack } from './parts.ts';
import { buildSuggestion } from './suggestion-box.ts';
import { createSuggestionMemory } from './suggestion-memory.ts';
import { styleSuggestion } from './suggestion-style.ts';

/** A file of its own: fetched by pages with a `<geo-suggest>`, or with a redirect that asks. */
export function define({ GeoElement, css, define: register, core }: ElementKit): void {
  const memory = createSuggestionMemory(core);
  const suggestions = new Set<GeoSuggestElement>();
  /** Never two at a time, and on one page view no second one in the place of one that was answered. */
  const turn = new Set<GeoSuggestElement>();

  /**
   * Suggests another site, or another country or currency, and moves nobody:
   * `<geo-suggest country="DE AT" href="/de{path}" lang="de" hidden>Besuchen Sie unsere deutsche Seite</geo-suggest>`.
   * Takes no space from the page.
   *
   * @conditions
   * @attr href - where it leads; `{path}` is the page's own path
   * @attr override - the visitor it offers to be, in words: `currency: CHF`
   * @attr label - words of its link or button; without them its content is the link or button
   * @attr close - words for the closing button, for those who listen to the page
   * @attr {'bottom' | 'top' | 'popup'} placement - `bottom` when it is not there
   * @attr {number} days - how long an answer is remembered; 30, and 0 for not at all
   * @slot - what it says
   * @csspart box - the bar or popup
   * @csspart message - what it says
   * @csspart action - the link or button with the words of `label`
   * @csspart close - the closing button
   * @cssState open - the suggestion shows
   */
  class GeoSuggestElement extends GeoElement {
    static override styles = styleSuggestion(css);

    static override attributes = [...core.conditionAttributes, 'href', 'override', 'label', 'close', 'days'];

    #condition: Condition | undefined;
    #shown = '';
    #listening: AbortController | undefined;
    /** What had the focus before it came in here. */
    #focused: EventTarget | null = null;

    protected override createRenderRoot(): HTMLElement | DocumentFragment {
      this.addEventListener('focusin', ({ relatedTarget }) => (this.#focused = relatedTarget));
      return super.createRenderRoot();
    }

    override connectedCallback(): void {
      suggestions.add(this);
      super.connectedCallback();
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      suggestions.delete(this);
      this.#listening?.abort();
      this.#shown = '';
      this.#passOn();
    }

    override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
      super.attributeChangedCallback(name, before, after);
      this.#condition = undefined;
    }

    protected override follow(facts: Facts | undefined): void {
      const condition = this.#readCondition();
      if (facts && !condition.length) core.report('empty-condition', this.source);
      // A guess would suggest what is taken back a moment later.
      const answer = facts && core.status() !== 'provisional' ? core.rules.answer(condition, facts) : undefined;
      const link = this.#link();
      const answered = memory.isAnswered(this.#key, this.#days);
      if (facts && !answered && answer !== true && this.waits(this.renderRoot)) return;
      const due = answer === true && !(link && leadsHere(link, location.href)) && !answered;
      if (due && !turn.size) turn.add(this);
      if (answer !== true) this.#passOn();
      this.#show(due && turn.has(this) ? 'open' : answer === undefined ? 'as written' : 'off', link);
    }

    #readCondition(): Condition {
      return (this.#condition ??= core.conditionOf(this, (code, text) => core.report(code, `${this.source} ${text}`)));
    }

    #show(how: 'open' | 'as written' | 'off', link: string | undefined): void {
      const shown = [how, ...['override', 'label', 'close', 'lang'].map((name) => this.getAttribute(name)), link].join('\n');
      if (shown === this.#shown) return;
      this.#shown = shown;
      const focused = this.renderRoot.querySelector(':focus-within') && this.#focused;
      this.#listening?.abort();
      this.setState('open', how === 'open');
      if (how === 'open') borrow(this, 'hidden', null);
      else giveBack(this, 'hidden');
      this.renderRoot.replaceChildren(...(how === 'open' ? [this.#build(link)] : how === 'off' ? [] : [document.createElement('slot')]));
      if (how === 'open') this.#listen();
      else if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    }

    #build(link: string | undefined): HTMLElement {
      const word = (name: string) => this.getAttribute(name) ?? '';
      return buildSuggestion({ href: link && destinationOf(link, location.href), override: word('override'), label: word('label'), close: word('close'), lang: this.lang }, () => this.#answered());
    }

    /** Escape closes it from anywhere on the page, except where it means something else. */
    #listen(): void {
      this.#listening = new AbortController();
      document.addEventListener('keydown', (event) => {
        const elsewhere = event.composedPath().some((target) => target instanceof Element && target.matches('input,textarea,select,dialog,[popover],[role=dialog],[contenteditable]'));
        if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && !elsewhere) this.#answered();
      }, { signal: this.#listening.signal });
    }

    /** Either way it does not come again. */
    #answered(): void {
      memory.note(this.#key, this.#days);
      this.requestUpdate();
    }

    /** Lets another one have its turn. */
    #passOn(): void {
      if (!turn.delete(this)) return;
      for (const suggestion of suggestions) suggestion.requestUpdate();
    }

    /** Where it leads, when that is an address. */
    #link(): string | undefined {
      const link = this.getAttribute('href')?.trim();
      if (!link) return undefined;
      if (destinationOf(link, location.href)) return link;
      core.report('unsafe-binding', this.source);
      return undefined;
    }

    /** What it is remembered by: what it offers, on whatever page. */
    get #key(): string {
      return this.getAttribute('href') ?? this.getAttribute('override') ?? this.source;
    }

    get #days(): number {
      const days = Number(this.getAttribute('days') ?? 30);
      return days >= 0 ? days : 30;
    }
  }

  register('geo-suggest', GeoSuggestElement);
}
