import type { VisitorRecord } from '../../record/record.ts';

/** Where the record came from. */
export type Source = 'network' | 'cache' | 'embedded' | 'header' | 'choice' | 'link' | 'preview' | 'guess' | 'none';

/** What is known about the visitor. Frozen. With source `none` it holds only what the browser knows by itself. */
export type Visitor = VisitorRecord & {
  /** Seconds since the record was looked up. */
  readonly age: number;
  readonly source: Source;
};

/** `pending` until `geo-ready`; then `fallback` while there is no record. */
export type Status = 'pending' | 'ready' | 'fallback' | 'override' | 'provisional';

/** Whether the visitor refuses that their data are sold or shared; `signal` where their browser says so. */
export type OptOut = boolean | 'signal';
