import { type Changes, createChanges, type PageChange, parseChange } from './changes.ts';
import type { What } from './what-changes.ts';

/** How the owner looks for an element. */
export type Search = 'none' | 'pointing' | 'list';

/** A change that is being written. It may lack what it needs. */
export interface Draft<Target> {
  readonly target: Target;
  readonly change: PageChange;
  /** Which of the changes it takes the place of. Undefined: it is a new one. */
  readonly index: number | undefined;
}

/** What the panel knows and does, without a page. Each step calls `changed`. */
export interface PickerModel<Target> {
  /** Those that are kept, in this tab. */
  readonly changes: Changes;
  readonly isOpen: boolean;
  readonly search: Search;
  /** What the owner wants to add to the element that is looked for. Undefined: any change of it. */
  readonly wanted: What | undefined;
  readonly draft: Draft<Target> | undefined;
  /** Why the draft cannot be kept as it is. */
  readonly mistake: string | undefined;
  /** The changes as the page shows them: with the draft, if it can be used. */
  readonly shown: readonly PageChange[];
  open(): void;
  /** The kept changes stay. */
  close(): void;
  look(search: Search, wanted?: What): void;
  begin(draft: Draft<Target>): void;
  /** @param change as it is written by now. */
  write(change: PageChange): void;
  drop(): void;
  /** Keeps the draft. @returns the change, or undefined where there is none, or a mistake in it. */
  keep(): PageChange | undefined;
  /** What another page of this tab goes on with. Undefined: there is nothing to keep. */
  toStore(): string | undefined;
}

interface PickerModelOptions<Target> {
  /** What `toStore` gave to another page. Other scripts of the site may have written it. */
  readonly stored: unknown;
  mistakeIn(change: PageChange, target: Target): string | undefined;
  changed(): void;
}

export function createPickerModel<Target>({
  stored,
  mistakeIn,
  changed,
}: PickerModelOptions<Target>): PickerModel<Target> {
  const changes = createChanges((Object(stored) as Record<string, unknown>).steps, changed);
  let isOpen = false;
  let search: Search = 'none';
  let wanted: What | undefined;
  let draft: Draft<Target> | undefined;
  const mistake = () => draft && mistakeIn(draft.change, draft.target);
  const step =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      act(...args);
      changed();
    };

  return {
    changes,
    get isOpen() {
      return isOpen;
    },
    get search() {
      return search;
    },
    get wanted() {
      return wanted;
    },
    get draft() {
      return draft;
    },
    get mistake() {
      return mistake();
    },
    get shown() {
      const all = changes.all();
      if (!draft || mistake() !== undefined) return all;
      return draft.index === undefined ? [...all, draft.change] : all.with(draft.index, draft.change);
    },
    open: step(() => {
      isOpen = true;
    }),
    close: step(() => {
      isOpen = false;
      search = 'none';
      wanted = undefined;
      draft = undefined;
    }),
    look: step((given: Search, what?: What) => {
      search = given;
      wanted = what;
    }),
    begin: step((given: Draft<Target>) => {
      search = 'none';
      wanted = undefined;
      draft = given;
    }),
    write: step((change: PageChange) => {
      if (draft) draft = { ...draft, change };
    }),
    drop: step(() => {
      draft = undefined;
    }),
    keep() {
      if (!draft || mistake() !== undefined) return undefined;
      const { change, index } = draft;
      draft = undefined;
      changes.put(change, index);
      return change;
    },
    toStore() {
      const isEmpty = !changes.canUndo() && !changes.canRedo() && !draft && !isOpen;
      return isEmpty
        ? undefined
        : JSON.stringify({ steps: changes.kept(), form: draft?.change, index: draft?.index, isOpen });
    },
  };
}

/** What was open when the page was left. @param count of the changes that are kept. */
export function parseOpenPanel(
  stored: unknown,
  count: number,
): { readonly change: PageChange | undefined; readonly index: number | undefined } | undefined {
  const { isOpen, form, index } = Object(stored) as Record<string, unknown>;
  if (isOpen !== true) return undefined;
  return { change: parseChange(form)[0], index: typeof index === 'number' && index < count ? index : undefined };
}
