/** One line of the doctor's report. */
export interface Finding {
  /** What was checked. */
  readonly check:
    | 'page'
    | 'markup'
    | 'prices'
    | 'rules'
    | 'feed'
    | 'rates'
    | 'clocks'
    | 'caches'
    | 'header'
    | 'script'
    | 'policy'
    | 'record'
    | 'visitor'
    | 'privacy'
    | 'data'
    | 'countries'
    | 'preload'
    | 'attribution';
  /** `warning`: it works, but should be changed. `skipped`: it could not be checked. */
  readonly result: 'good' | 'bad' | 'warning' | 'skipped';
  readonly text: string;
  /** What to do. */
  readonly fix?: string;
}

export const good = (check: Finding['check'], text: string): Finding => ({ check, result: 'good', text });
export const bad = (check: Finding['check'], text: string, fix: string): Finding => ({
  check,
  result: 'bad',
  text,
  fix,
});
export const warning = (check: Finding['check'], text: string, fix: string): Finding => ({
  check,
  result: 'warning',
  text,
  fix,
});
export const skipped = (check: Finding['check'], text: string): Finding => ({ check, result: 'skipped', text });
