import { leadsHere } from '../../rules/destination.ts';
import type { Facts } from '../../rules/facts.ts';
import type { Core } from '../core.ts';
import type { ElementKit } from './element-kit.ts';
import { condition, fill, follow, setState, source, waits } from './members.ts';
import { createSuggestionMemory } from './suggestion-memory.ts';

/** A file of its own: fetched by pages with a `<geo-suggest>`, or with a redirect that asks. */
export function start(core: Core, { GeoElement, define }: ElementKit): void {
  const memory = createSuggestionMemory(core);
  const opener = core.lazy('suggestion');
  const suggestions = new Set<GeoSuggestElement>();
  /** Never two at a time, and on one page view no second one in the place of one that was answered. */
  const turn = new Set<GeoSuggestElement>();

  /**
   * Suggests another site, or another country or currency, and moves nobody:
   * `<geo-suggest country="DE AT" href="/de{path}" lang="de" hidden>Besuchen Sie unsere deutsche Seite</geo-suggest>`.
   * Takes no space from the page. What shows it is one more file, `geolet-suggestion.js`, for those to whom it is suggested.
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
    static override attributes = [
      ...core.conditionAttributes,
      'href',
      'override',
      'label',
      'close',
      'placement',
      'days',
    ];

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

    protected override [follow](facts: Facts | undefined): void {
      const asked = this[condition]();
      if (facts && !asked.length) core.report('empty-condition', this[source]);
      // A guess would suggest what is taken back a moment later.
      const answer = facts && core.visitor.status !== 'provisional' ? core.rules.answer(asked, facts) : undefined;
      const href = this.getAttribute('href')?.trim();
      const answered = memory.isAnswered(this.#key, this.#days);
      if (facts && !answered && !answer && this[waits]()) return;
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
      this[setState]('open', isOpen);
      // Neither a box nor what is written.
      if (answer !== undefined) this[fill]('');
      else this[fill]();
      this.#close = open?.(this, () => this.#answered());
    }

    /** Either way it does not come again. */
    #answered(): void {
      memory.note(this.#key, this.#days);
      this.requestUpdate();
    }

    /** Lets another one have its turn. */
    #passOn(): void {
      if (!turn.delete(this)) return;
      for (const suggestion of suggestions) if (suggestion !== this) suggestion.requestUpdate();
    }

    /** What it is remembered by: what it offers, on whatever page. */
    get #key(): string {
      return this.getAttribute('href') ?? this.getAttribute('override') ?? this[source];
    }

    get #days(): number {
      const days = Number(this.getAttribute('days') ?? 30);
      return days >= 0 ? days : 30;
    }
  }

  define('geo-suggest', GeoSuggestElement);
}
