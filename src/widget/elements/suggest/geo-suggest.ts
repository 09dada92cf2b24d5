import { leadsHere } from '../../../rules/destination.ts';
import type { Facts } from '../../../rules/facts.ts';
import type { Core } from '../../api/core.ts';
import type { ElementKit } from '../base/element-kit.ts';
import { createSuggestionMemory } from './suggestion-memory.ts';

/** A lazy file, fetched by pages with a `<geo-suggest>`, or with a redirect that asks. */
export default function defineSuggest(
  core: Core,
  { GeoElement, conditionProperties, define, ownAccessor }: ElementKit,
): void {
  const memory = createSuggestionMemory(core);
  const opener = core.lazy('suggestion');
  const suggestions = new Set<GeoSuggestElement>();
  /** At most one: never two suggestions at a time, and no other one on the same page view after one was answered. */
  const turn = new Set<GeoSuggestElement>();

  /**
   * Suggests another page, country or currency, and redirects nobody:
   * `<geo-suggest country="DE AT" href="/de{path}" lang="de" hidden>Besuchen Sie unsere deutsche Seite</geo-suggest>`.
   * It takes no space in the page. The bar or popup needs one more file, `geolet-suggestion.js`, loaded when it opens.
   *
   * @example
   * <geo-suggest country="FR" override="currency: USD" label="Show prices in dollars" days="0" hidden>
   *   Do you pay in dollars?
   * </geo-suggest>
   * @conditions
   * @attr href - the page it links to; `{path}` is the path of this page
   * @attr override - the choice it offers instead, as `geolet.override()` takes it: `currency: CHF`
   * @attr label - text of its link or button; without it the whole content is the link or button
   * @attr close - name of the closing button for screen readers
   * @attr {'bottom' | 'top' | 'popup'} placement - `bottom` by default
   * @attr {number} days - how long the visitor's answer is remembered; 30 by default, 0 for not at all
   * @slot - its text
   * @csspart box - the bar or popup
   * @csspart message - its text
   * @csspart action - the link or button with the text of `label`
   * @csspart close - the closing button
   * @cssState open - the suggestion shows
   */
  class GeoSuggestElement extends GeoElement {
    static override properties = {
      ...conditionProperties,
      href: ownAccessor,
      override: ownAccessor,
      label: ownAccessor,
      close: ownAccessor,
      placement: ownAccessor,
      days: ownAccessor,
    };

    #shown = '';
    #close: (() => void) | undefined;

    override connectedCallback(): void {
      suggestions.add(this);
      super.connectedCallback();
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      suggestions.delete(this);
      this.#close?.();
      this.#shown = '';
      this.#passOn();
    }

    protected override _follow(facts: Facts | undefined): void {
      const asked = this._condition();
      if (facts && !asked.length) core.report('empty-condition', this._source);
      // A suggestion that follows a guess could disappear a moment later.
      const answer = facts && core.visitor.status !== 'provisional' ? core.rules.answer(asked, facts) : undefined;
      const href = this.getAttribute('href')?.trim();
      const answered = memory.isAnswered(this.#key, this.#days);
      if (facts && !answered && !answer && this._hasFocusInside()) return;
      const due = !!answer && !answered && !(href && leadsHere(href, location.href));
      if (due && !turn.size) turn.add(this);
      if (!answer) this.#passOn();
      const isOpen = due && turn.has(this);
      const open = isOpen ? opener() : undefined;
      if (isOpen && !open) return;
      const shown = [
        isOpen,
        answer,
        ...['href', 'override', 'label', 'close', 'lang'].map((name) => this.getAttribute(name)),
      ].join('\n');
      if (shown === this.#shown) return;
      this.#shown = shown;
      this.#close?.();
      this._setState('open', isOpen);
      // An answered condition shows no children, also while the suggestion is closed.
      if (answer !== undefined) this._fillShadow('');
      else this._fillShadow();
      this.#close = open?.(this, () => this.#answered());
    }

    /** Called when it was followed or closed. It does not open again. */
    #answered(): void {
      memory.note(this.#key, this.#days);
      this.requestUpdate();
    }

    /** Lets another suggestion open. */
    #passOn(): void {
      if (!turn.delete(this)) return;
      for (const suggestion of suggestions) if (suggestion !== this) suggestion.requestUpdate();
    }

    /** The key of the visitor's answer: the same offer on another page has the same key. */
    get #key(): string {
      return this.getAttribute('href') ?? this.getAttribute('override') ?? this._source;
    }

    get #days(): number {
      const days = Number(this.getAttribute('days') ?? 30);
      return days >= 0 ? days : 30;
    }
  }

  define('geo-suggest', GeoSuggestElement);
}
