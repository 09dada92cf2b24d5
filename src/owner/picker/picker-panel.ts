import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import { lowerSuggestions } from '../preview/above-foot.ts';
import { createAddMenu } from './things/add-menu.ts';
import { isThing } from './things/things.ts';
import { createChoosing } from './choosing.ts';
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
import { createPanelFrame } from './panel-frame.ts';
import { pickerStyle } from './picker-style.ts';
import { createPickerModel, parseOpenPanel } from './picker-model.ts';
import { createPlaces } from './places.ts';
import { createPointing } from './pointing.ts';
import { reveal } from './reveal.ts';
import { seenBy } from './seen-change.ts';
import { namesIn } from './things/block-parts.ts';
import { createTrial } from './trial.ts';
import { createTakenElement, foundBy } from './taken-element.ts';
import { refusalOf, replaceableIn, type What } from './what-changes.ts';

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
  const pointing = createPointing({
    over: showOver,
    take: (pointed) => choosing.take(pointed),
    ended: () => endPointing('Pointing has ended'),
  });
  const tree = createElementTree({
    over: showOver,
    take: (listed) => choosing.take(listed),
    reveal: (listed) => reveal(listed, box),
  });
  const taken = createTakenElement(
    (around) => choosing.use(around),
    (inner) => showList(inner),
  );
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
  const { element, foldTo } = createPanelFrame(
    box,
    closePanel,
    [point, choose],
    [
      add.element,
      status,
      tree.element,
      taken.element,
      form.element,
      form.actions,
      list.element,
      copy.element,
      copy.actions,
    ],
  );
  const choosing = createChoosing({ model, trial, outline, taken, form, box, say, edit });

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
    take: choosing.takeFile,
    say,
  });
  // Withdrawn consent removes all that is stored, but the drafts are not the visitor's.
  addEventListener('pagehide', () => core.signal.aborted || write());
  resume();

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
