import type { VisitorRecord } from '../record/record.ts';
import type { AskRare, Estimate } from '../rules/facts.ts';
import type { Core } from './core.ts';
import type { ElementKit } from './elements/element-kit.ts';
import type { OpenSuggestion, ReadPlaces, ReadTime, ShowChoices } from './elements/rare-parts.ts';
import type { Report } from './report.ts';

/** The files that `geolet.js` fetches when they are needed, by their names in the build, and what they make. */
export interface Siblings {
  /** No kit where elements come by the imports of the page's own scripts. */
  elements: ElementKit | undefined;
  analytics: void;
  choices: ShowChoices;
  choose: ReturnType<typeof import('./visitor/choose.ts').start>;
  conditions: AskRare;
  continents: ReturnType<typeof import('./continent-names.ts').start>;
  /** That the bindings have started. */
  edge: true;
  explain: ReturnType<typeof import('./explain/explain.ts').start>;
  guess: VisitorRecord | undefined;
  money: Estimate;
  places: ReadPlaces;
  /** Whether the page is that of somebody else now. */
  preview: boolean;
  redirect: void;
  retry: ReturnType<typeof import('./visitor/retry.ts').start>;
  suggestion: OpenSuggestion;
  times: ReadTime;
}

/** Rejects where the page does not allow the file. */
export type FetchSibling = <Name extends keyof Siblings>(name: Name) => Promise<{ start(core: Core): Siblings[Name] | Promise<Siblings[Name]> }>;

/** Fetches a file of elements that is not in `elements`. */
export type FetchElement = (name: string) => Promise<{ define(kit: ElementKit): void }>;

/** @param arrived lets the page follow. */
export function createSiblings(fetchSibling: FetchSibling, fetchElement: FetchElement, core: () => Core, report: Report, arrived: () => void) {
  const made = new Map<string, Promise<unknown>>();

  /** A page may refuse one of our files, or what it needs: the rest works without it. */
  async function attemptFile<Result>(name: string, use: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await use();
    } catch (error) {
      // Without that one, the failure itself is told.
      if (name !== 'retry') report('file-refused', `${name}: ${String(error)}`);
      return undefined;
    }
  }

  const start = <Name extends keyof Siblings>(name: Name) => attemptFile(name, async () => (await fetchSibling(name)).start(core()));

  function once<Name extends keyof Siblings>(name: Name): ReturnType<typeof start<Name>> {
    if (!made.has(name)) made.set(name, start(name));
    return made.get(name) as ReturnType<typeof start<Name>>;
  }

  return {
    /** Fetches a file of rarer elements, once. */
    define(name: string): void {
      if (made.has(name)) return;
      const kit = once('elements');
      // Both are under way before either is waited for.
      made.set(name, attemptFile(name, async () => {
        const { define } = await fetchElement(name);
        const given = await kit;
        if (given) define(given);
      }));
    },
    /** What a file makes, anew each time. */
    start,
    once,
    /** What a file makes that is fetched when it is first asked for. Undefined until then; when it is there, the page follows. */
    lazy<Name extends keyof Siblings>(name: Name): () => Siblings[Name] | undefined {
      let value: Siblings[Name] | undefined;
      return () => {
        if (!made.has(name)) {
          void once(name).then((late) => {
            value = late;
            arrived();
          });
        }
        return value;
      };
    },
  };
}
