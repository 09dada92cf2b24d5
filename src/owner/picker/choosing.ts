import type { ChangeForm } from './change-form.ts';
import { nameOf } from './element-name.ts';
import type { Outline } from './outline.ts';
import type { PickerModel } from './picker-model.ts';
import { reveal } from './reveal.ts';
import { findSelector, findSources, type TakenElement } from './taken-element.ts';
import { isThing } from './things/things.ts';
import type { Trial } from './trial.ts';
import { innermost, placeFor, refusalOf, replaceableIn, type What, whyNotAllowed } from './what-changes.ts';

export interface ChoosingOptions {
  readonly model: PickerModel<Element>;
  readonly trial: Trial;
  readonly outline: Outline;
  readonly taken: TakenElement;
  readonly form: ChangeForm;
  /** The panel, which may lie over an element. */
  readonly box: HTMLElement;
  say(words: string): void;
  /** Opens a change that was made before. */
  edit(index: number): void;
}

/** Chooses an element of the page, and opens the form for it. */
export interface Choosing {
  /** Takes the element that was pointed at, or that of the change that put it there. */
  take(pointed: Element): void;
  /** Takes a picture for a file that was dropped on it. */
  takeFile(picture: Element, wanted: What, file: File): void;
  /** @param options.isAll whether all that are like it change. */
  use(chosen: Element, options?: { readonly isAll?: boolean; readonly file?: File }): void;
}

export function createChoosing({ model, trial, outline, taken, form, box, say, edit }: ChoosingOptions): Choosing {
  function take(pointed: Element): void {
    const index = trial.indexOf(pointed);
    if (index !== undefined && index < model.changes.all().length) return edit(index);
    const refusal = refusalOf(pointed);
    if (refusal === undefined) return use(innermost(pointed));
    sayRefusal(pointed, refusal);
  }

  function sayRefusal(pointed: Element, words: string): void {
    say(words);
    outline.show(pointed, nameOf(pointed), true);
  }

  function takeFile(picture: Element, wanted: What, file: File): void {
    const refusal = refusalOf(picture);
    if (refusal !== undefined) return sayRefusal(picture, refusal);
    const { draft } = model;
    // What is written of the same one stays.
    if (picture === draft?.target && draft.change.what === wanted) return form.takeFile(file);
    model.look('none', wanted);
    use(picture, { file });
  }

  /** @param isAll whether all that are like it change. */
  function use(
    chosen: Element,
    { isAll = false, file }: { readonly isAll?: boolean; readonly file?: File } = {},
  ): void {
    const { wanted } = model;
    const target = placeFor(chosen, wanted);
    const why = wanted && whyNotAllowed(target, wanted);
    if (why !== undefined) return sayRefusal(target, why);
    model.look('none', wanted);
    model.drop();
    const name = nameOf(target);
    const found = trial.asWritten(() => findSelector(target));
    taken.show(target, name, found?.select, found);
    outline.show(target, name);
    if (found && (found.count === 1 || isAll)) {
      const sources = trial.asWritten(() => findSources(target));
      const written = trial.asWritten(() => replaceableIn(target));
      const change = form.open({ target, select: found.select, element: name, sources, wanted, written });
      model.begin({ target, change, index: undefined });
      form.focus();
      if (file) form.takeFile(file);
      // The panel has its height only now.
      reveal(target, box);
      say(`${name} is chosen`);
      return;
    }
    reveal(target, box);
    const others = (found?.count ?? 0) - 1;
    const like = others > 0 ? `from ${others} like it` : 'by anything that lasts';
    say(
      `Nothing tells this element ${like}. Give it an id or a class of its own in your builder, or choose what is around it.`,
    );
    if (others > 0 && !isThing(wanted))
      taken.offerAll(others + 1, () => use(target, { isAll: true, ...(file && { file }) }));
    else taken.element.querySelector('button')?.focus();
  }

  return { take, takeFile, use };
}
