import type { Source, Status } from '../visitor/visitor.ts';

export interface Start {
  /** When the script began, in milliseconds after the navigation; undefined if the browser does not report it. */
  readonly startedMs: number | undefined;
  /** How long after the page had loaded; 0 for before. */
  readonly startedAfterLoadMs: number | undefined;
}

/** Everything at one moment, as JSON takes it. Undefined is what is not known, and left out of the JSON. */
export interface Inspection extends Start {
  readonly version: string;
  readonly time: string;
  /** The page's address without query and fragment. */
  readonly page: string;
  readonly document: {
    readonly readyState: string;
    readonly contentType: string;
    readonly visibility: string;
    readonly language: string;
  };
  readonly settings: Readonly<Record<string, unknown>>;
  readonly status: Status;
  readonly source: Source;
  /** The visitor that the page is previewed as, in words. */
  readonly preview: string | undefined;
  readonly ageSeconds: number;
  /** The record as far as the page has it. Address and coordinates are left out where the proxy exposes them. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly pageFacts: Readonly<Record<string, unknown>>;
  readonly groups: unknown;
  readonly consent: { readonly required: boolean; readonly given: boolean };
  /** What stands in localStorage, by name; undefined where the browser refuses it. */
  readonly storage: { readonly allowed: boolean; readonly entries: readonly string[] | undefined };
  readonly endpoint: {
    readonly url: string | undefined;
    readonly httpStatus: number | undefined;
    readonly ms: number | undefined;
    readonly failure: string | undefined;
  };
  /**
   * How many there are of each tag and binding, by what has become of them: `yes`, `no`, `unknown`, or `changed` and
   * `as written`.
   */
  readonly elements: Counts;
  readonly bindings: Counts;
  /** How many elements each of the rules beside the page finds. */
  readonly rules: ReadonlyArray<{ readonly rule: string; readonly finds: number }>;
  /** Conditions on the page that are unknown, each with the reason. */
  readonly unknown: readonly string[];
  /** What was printed on the console, and what else is worth a look. */
  readonly mistakes: readonly string[];
  readonly findings: readonly string[];
  /** Files beside `geolet.js` that have been fetched. */
  readonly files: readonly string[];
}

export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;
