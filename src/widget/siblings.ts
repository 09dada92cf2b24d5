import type { VisitorRecord } from '../record/record.ts';
import type { AskLazy, Estimate } from '../rules/facts.ts';
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
  conditions: AskLazy;
  continents: ReturnType<typeof import('./continent-names.ts').start>;
  /** That the bindings have started. */
  edge: true;
  explain: ReturnType<typeof import('./explain/explain.ts').start>;
  flag: void;
  guess: VisitorRecord | undefined;
  money: Estimate;
  nearest: void;
  places: ReadPlaces;
  /** Whether the page is that of somebody else now. */
  preview: boolean;
  redirect: void;
  retry: ReturnType<typeof import('./visitor/retry.ts').start>;
  select: void;
  suggest: void;
  suggestion: OpenSuggestion;
  time: void;
  times: ReadTime;
}

/**
 * Rejects where the page does not allow the file. Its `start` gives what the file is fetched for; those of rarer elements build on the kit.
 */
export type FetchSibling = <Name extends keyof Siblings>(
  name: Name,
) => Promise<{ start(core: Core, kit?: ElementKit): Siblings[Name] | Promise<Siblings[Name]> }>;

/** @param arrived lets the page follow. */
export function createSiblings(fetchSibling: FetchSibling, core: () => Core, report: Report, arrived: () => void) {
  const made = new Map<string, Promise<unknown>>();

  /**
   * What a file makes, anew each time. A page may refuse one of our files, or what it needs: the rest works without it.
   *
   * @param needed what it builds on, without which it is of no use. Both are under way before either is waited for.
   */
  async function start<Name extends keyof Siblings>(
    name: Name,
    needed?: Promise<ElementKit | undefined>,
  ): Promise<Siblings[Name] | undefined> {
    try {
      const file = await fetchSibling(name);
      const kit = await needed;
      return needed && !kit ? undefined : await file.start(core(), kit);
    } catch (error) {
      // Without that one, the failure itself is told.
      if (name !== 'retry') report('file-refused', `${name}: ${String(error)}`);
      return undefined;
    }
  }

  function once<Name extends keyof Siblings>(
    name: Name,
    needed?: Promise<ElementKit | undefined>,
  ): ReturnType<typeof start<Name>> {
    if (!made.has(name)) made.set(name, start(name, needed));
    return made.get(name) as ReturnType<typeof start<Name>>;
  }

  return {
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
