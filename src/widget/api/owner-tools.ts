import type { MistakeCode } from '../../rules/mistake.ts';
import type { Price } from '../../rules/money/price.ts';

/** Something on the page that its owner would like to know. */
export interface Finding {
  /** What is wrong, and what to do about it. */
  readonly words: string;
  /** Where it stands, if that is on the page. */
  readonly element?: Element | undefined;
  /** The code of `geo-error`, if it was reported. */
  readonly code?: string;
}

/** What owners are told, beside the page. */
export interface OwnerTools {
  /** Everything on the page that is wrong, or worth a look. */
  find(): readonly Finding[];
  /** What each element and binding shows, and why. */
  reasons(): readonly Finding[];
  /** What the page's redirects come to; undefined where there are none. */
  redirect(): string | undefined;
  /**
   * What is wrong with a text that the owner is writing.
   *
   * @param text what the parser noted.
   * @param written all that was written.
   */
  describe(code: MistakeCode, text: string, written: string): string;
  /**
   * What is wrong with an element that stands on no page yet.
   *
   * @param block what of the settings block it would find.
   */
  mistakesIn(element: Element, block: Readonly<Record<string, unknown>>): readonly string[];
  /** What is wrong with the places of a price list. */
  describeList(prices: readonly Price[] | undefined): string | undefined;
}

/** What the preview control gives the picker: a place for its panel, and how to show the page as somebody else. */
export interface PickerPlace {
  readonly root: ShadowRoot;
  /** The box of the control. The panel is its last part. */
  readonly box: HTMLElement;
  /** Gets the focus back. */
  readonly opener: HTMLElement;
  readonly countries: ReadonlyArray<readonly [code: string, name: string]>;
  /** Who the page is shown to, in words. */
  viewer(): string;
  /** @param place a country or a state: `FR`, `US-CA`, or what else a preview takes: `FR; near: 48.86,2.35`. */
  viewAs(place: string): void;
  /** What the owner has kept in this tab. */
  readonly mark: { read(): string | undefined; write(text: string | undefined): void };
  /** @param count of the changes there are. */
  changed(count: number): void;
}

export interface PickerPanel {
  readonly element: HTMLElement;
  open(): void;
}

export interface Picker {
  /** @returns the same panel for the same place. */
  attach(place: PickerPlace): PickerPanel;
}
