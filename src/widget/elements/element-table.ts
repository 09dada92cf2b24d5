interface ElementRow {
  /** The lazy file that defines it, by its name in `lazy-file-entries.ts`. */
  readonly file: string;
  /**
   * What it shows: some of its parts, a text in place of its content, a picture there, or controls for the visitor or
   * the owner.
   */
  readonly shows: 'parts' | 'text' | 'picture' | 'controls';
  /** Whether its attributes are a condition. */
  readonly conditional?: true;
  /** The element that it only works in. That one fetches the file. */
  readonly within?: 'geo-switch';
}

/** Every element, by its tag. */
export const elementTable = {
  'geo-if': { file: 'elements', shows: 'parts', conditional: true },
  'geo-switch': { file: 'elements', shows: 'parts' },
  'geo-case': { file: 'elements', shows: 'parts', conditional: true, within: 'geo-switch' },
  'geo-text': { file: 'elements', shows: 'text' },
  'geo-currency': { file: 'elements', shows: 'text' },
  'geo-flag': { file: 'flag', shows: 'picture' },
  'geo-suggest': { file: 'suggest', shows: 'parts', conditional: true },
  'geo-select': { file: 'select', shows: 'controls' },
  'geo-time': { file: 'time', shows: 'text' },
  'geo-delivery': { file: 'delivery', shows: 'text' },
  'geo-nearest': { file: 'nearest', shows: 'text' },
  'geo-optout': { file: 'optout', shows: 'parts' },
  'geo-preview': { file: 'preview', shows: 'controls' },
} as const satisfies Record<string, ElementRow>;

export type ElementTag = keyof typeof elementTable;

export const elementTags: readonly string[] = Object.keys(elementTable);

export function isElementTag(tag: string): tag is ElementTag {
  return Object.hasOwn(elementTable, tag);
}

/** The elements that one lazy file defines. */
export type TagIn<File extends ElementRow['file']> = {
  [Tag in ElementTag]: (typeof elementTable)[Tag]['file'] extends File ? Tag : never;
}[ElementTag];

/** The elements with a file of their own, which has the element's name. */
export type SingleElement = Exclude<(typeof elementTable)[ElementTag]['file'], 'elements' | 'preview'>;

/** The tags whose rows fit, in the order of the table. */
export function tagsThat(fit: (row: ElementRow) => boolean): readonly string[] {
  return Object.entries<ElementRow>(elementTable).flatMap(([tag, row]) => (fit(row) ? [tag] : []));
}
