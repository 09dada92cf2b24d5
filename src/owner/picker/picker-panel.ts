import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import { lowerSuggestions } from '../preview/above-foot.ts';
import { createAddMenu } from './things/add-menu.ts';
import { isThing } from './things/things.ts';
import { createChangeForm } from './change-form.ts';
import { createChangeList, describeChange } from './change-list.ts';
import { type PageChange, readJson } from './changes.ts';
import { mistakeIn } from './check-change.ts';
import { createCopyPart } from './copy-part.ts';
import { nameOf } from './element-name.ts';
import { watchDrops } from './dropping.ts';
import { createElementTree } from './element-tree.ts';
import { make, makeButton, withQuotes } from './make.ts';
import { createOutline } from './outline.ts';
import type { PickerPanel, PickerPlace } from '../../widget/api/owner-tools.ts';
import { pickerStyle } from './picker-style.ts';
import { createPickerModel, parseOpenPanel } from './picker-model.ts';
import { createPlaces } from './places.ts';
import { createPointing } from './pointing.ts';
import { reveal } from './reveal.ts';
import { seenBy } from './seen-change.ts';
import { namesIn } from './things/block-parts.ts';
import { createTrial } from './trial.ts';
import { createTakenElement, findSelector, findSources, foundBy } from './taken-element.ts';
import { innermost, placeFor, refusalOf, replaceableIn, type What, whyNotAllowed } from './what-changes.ts';

/** English, as the control is: a tool for the page's owner. */
export function createPickerPanel(core: Core, place: PickerPlace): PickerPanel {
  const { root, box, mark } = place;
  const fetchTools = core.lazy('explain');
  const places = createPlaces(place.countries, Object.keys(Object(core.block('groups')) as object));
  const stored = readJson(mark.read());
  /** That of the page, without what is tried out. */
  const { block } = core;
  const model = createPickerModel<Element>({
    stored,
    mistakeIn: (change, target) => mistakeIn(change, target, core, fetchTools()),
    changed: follow,
  });

  const outline = createOutline();
  const status = make('p', { role: 'status', className: 'status' });
  const pointing = createPointing({ over: showOver, take, ended: () => endPointing('Pointing has ended') });
  const tree = createElementTree({ over: showOver, take, reveal: (listed) => reveal(listed, box) });
  const taken = createTakenElement(use, (inner) => showList(inner));
  const form = createChangeForm(places, {
    changed: model.write,
    keep,
    cancel: () => leaveForm('Not kept'),
    say,
    namesOnPage: (kind) => namesIn(block(kind)),
    written: (kind) => model.changes.all().find(({ needs }) => needs?.kind === kind && needs.values)?.needs,
  });
  const list = createChangeList(model.changes, places, { edit, say, otherwise: () => point.focus() });
  const trial = createTrial(core, () => model.shown, form.styleOfFile);
  const copy = createCopyPart(trial.asWritten, (words) => {
    say(words);
    // A long list lies between it and the button.
    status.scrollIntoView({ block: 'nearest' });
  });
  const point = makeButton('Point at the page', () => {
    if (model.search === 'pointing') return endPointing('');
    model.look('pointing');
    say('Click what you want to change. Escape, or this button again, ends pointing.');
  });
  const choose = makeButton('Choose from a list', () => {
    if (model.search === 'list') return model.look('none');
    const { body } = native(document);
    const { wanted } = model;
    showList(model.draft?.target ?? native(document).querySelector('h1') ?? body, wanted);
  });
  const add = createAddMenu((wanted) => {
    model.look('pointing', wanted);
    say(
      isThing(wanted)
        ? 'Click the element that it is to stand behind. Escape ends pointing.'
        : 'Click the words that it is to take the place of. Escape ends pointing.',
    );
  });
  const fold = makeButton('', () => foldTo(!box.hasAttribute('data-folded')));
  const element = createSection();

  root.adoptedStyleSheets = [...root.adoptedStyleSheets, pickerStyle()];
  // Before the box, which lies above them.
  box.before(pointing.shield, outline.element);
  box.append(element);
  core.watch(() => {
    if (core.signal.aborted) closePanel();
    else if (model.isOpen) {
      trial.follow();
      followForm();
    }
  });
  // What a picture shows is known once it is there.
  for (const type of ['load', 'error'])
    native(document).addEventListener(type, ({ target }) => void (target === model.draft?.target && followForm()), {
      capture: true,
      signal: core.signal,
    });
  watchDrops(box, core.signal, {
    isOpen: () => model.isOpen,
    target: () => model.draft?.target,
    over: showOver,
    take: takeFile,
    say,
  });
  // Withdrawn consent removes all that is stored, but the drafts are not the visitor's.
  addEventListener('pagehide', () => core.signal.aborted || write());
  resume();

  function createSection(): HTMLElement {
    const close = makeButton('×', closePanel, 'Close');
    const side = makeButton('⇄', () => box.toggleAttribute('data-other-side'), 'Other side');
    for (const button of [close, side, fold]) button.className = 'icon';
    side.title = 'To the other side of the window';
    const intro = 'Only you see these changes, in this tab, until you copy them into your site.';
    return make(
      'section',
      { ariaLabel: 'Change this page', hidden: true },
      make('div', { className: 'head' }, make('h2', { textContent: 'Change this page' }), fold, close),
      make('p', { className: 'hint', textContent: intro }),
      make('div', { className: 'row start' }, point, choose, side),
      add.element,
      status,
      tree.element,
      taken.element,
      form.element,
      form.actions,
      list.element,
      copy.element,
      copy.actions,
    );
  }

  /** To one line, with all of the page in sight. */
  function foldTo(isFolded: boolean): void {
    box.toggleAttribute('data-folded', isFolded);
    fold.textContent = isFolded ? '+' : '–';
    fold.ariaLabel = isFolded ? 'Unfold' : 'Fold';
    fold.title = isFolded ? 'Show the whole panel' : 'Fold the panel to one line';
  }

  /** Shows what the model knows. */
  function follow(): void {
    const isPointing = model.search === 'pointing';
    if (isPointing !== pointing.isOn()) pointing[isPointing ? 'start' : 'stop']();
    if (model.search !== 'list') tree.close();
    if (!model.draft) form.close();
    add.element.hidden = !!model.draft;
    element.hidden = !model.isOpen;
    box.toggleAttribute('data-changing', model.isOpen);
    box.toggleAttribute('data-pointing', isPointing);
    point.setAttribute('aria-pressed', String(isPointing));
    choose.setAttribute('aria-expanded', String(model.search === 'list'));
    list.follow();
    trial.follow();
    followForm();
    copy.follow(model.changes.all(), model.draft !== undefined);
    write();
    place.changed(model.changes.all().length);
  }

  function followForm(): void {
    const { draft, mistake } = model;
    if (!draft) return;
    // To look is to ask, which reports what is wrong.
    const seen = mistake === undefined ? seenBy(draft.change, draft.target, { core, place, places }) : { words: '' };
    form.follow(mistake, seen);
  }

  function write(): void {
    mark.write(model.toStore());
  }

  function say(words: string): void {
    status.replaceChildren(...withQuotes(words));
  }

  /** @param pointed undefined: what is in the form. */
  function showOver(pointed: Element | undefined): void {
    outline.show(pointed ?? model.draft?.target, pointed && nameOf(pointed), !!pointed && !!refusalOf(pointed));
  }

  function showList(at: Element, wanted?: What): void {
    tree.open(at);
    model.look('list', wanted);
    say('Press an element to choose it. By keyboard: arrow keys, and Enter.');
  }

  function endPointing(words: string): void {
    model.look('none');
    say(words);
    point.focus();
  }

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

  function leaveForm(words: string): void {
    model.drop();
    taken.hide();
    outline.show(undefined);
    box.removeAttribute('data-low');
    point.focus();
    say(words);
  }

  function keep(): void {
    const kept = model.keep();
    if (kept) leaveForm(`Kept: ${describeChange(kept, places)}`);
    else say(model.mistake ?? '');
  }

  function edit(index: number): void {
    const change = model.changes.all()[index];
    if (!change || !refill(change, index)) return say('The element of this change is not on this page.');
    form.focus();
    say(`Editing: ${describeChange(change, places)}`);
  }

  /** @returns whether the element of the change is there. */
  function refill(change: PageChange, index: number | undefined): boolean {
    const [target] = foundBy(change.select);
    if (!target) return false;
    taken.show(target, change.element, change.select);
    outline.show(target, change.element);
    const written = trial.asWritten(() => replaceableIn(target));
    model.begin({ target, change: form.open({ ...change, target, change, written }), index });
    return true;
  }

  function closePanel(): void {
    const hadFocus = element.matches(':focus-within');
    model.close();
    foldTo(false);
    taken.hide();
    outline.show(undefined);
    if (hadFocus) place.opener.focus();
  }

  /** A page that was loaded anew to be shown as somebody else goes on where its owner was. */
  function resume(): void {
    const left = parseOpenPanel(stored, model.changes.all().length);
    if (!left) return follow();
    lowerSuggestions();
    foldTo(false);
    model.open();
    if (left.change) refill(left.change, left.index);
  }

  return {
    element,
    open() {
      foldTo(false);
      lowerSuggestions();
      model.open();
      point.focus();
    },
  };
}
