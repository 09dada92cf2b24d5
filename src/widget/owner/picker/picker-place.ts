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
  /** @param place a country or a state: `FR`, `US-CA`. */
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
