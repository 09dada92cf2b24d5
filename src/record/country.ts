/** What follows from a country. The table is generated: see `scripts/tables/README.md`. */
export interface Country {
  readonly name: string;
  /** AF AN AS EU NA OC SA. */
  readonly continent: string;
  /** United Nations subregion, in English. */
  readonly subregion?: string | undefined;
  readonly capital?: string | undefined;
  /** Whether it belongs to the European Union: the 27 members and the outermost regions. */
  readonly isEU: boolean;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly callingCode?: number | undefined;
  /** Main language, as language-REGION. */
  readonly language?: string | undefined;
}
