import type { Core, PageRules } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';
import { lowerSuggestions } from '../preview/above-suggestion.ts';
import { createChangeForm } from './change-form.ts';
import { createChangeList, describeChange } from './change-list.ts';
import { createChanges, type PageChange, parseChange, readJson, rulesOfAll } from './changes.ts';
import { mistakeIn } from './check-change.ts';
import { createCopyPart } from './copy-part.ts';
import { nameOf } from './element-name.ts';
import { createElementTree } from './element-tree.ts';
import { make, makeButton, withQuotes } from './make.ts';
import { createOutline } from './outline.ts';
import type { PickerPanel, PickerPlace } from '../../widget/api/owner-tools.ts';
import { pickerStyle } from './picker-style.ts';
import { createPlaces } from './places.ts';
import { createPointing } from './pointing.ts';
import { reveal } from './reveal.ts';
import { seenBy } from './seen-change.ts';
import { createTakenElement, findSelector, foundBy } from './taken-element.ts';
import { innermost, refusalOf } from './what-changes.ts';

/** English, as the control is: a tool for the page's owner. */
export function createPickerPanel(core: Core, place: PickerPlace): PickerPanel {
  const { root, box, mark } = place;
  const fetchTools = core.lazy('explain');
  const places = createPlaces(place.countries, Object.keys(Object(core.block('groups')) as object));
  const kept = Object(readJson(mark.read())) as Record<string, unknown>;
  let rules: PageRules | undefined;
  /** What the page shows of the changes, as text. */
  let tried: string | undefined;
  /** Which change the form changes again. Undefined: it makes a new one. */
  let edited: number | undefined;
  let isOpen = false;

  const outline = createOutline();
  const status = make('p', { role: 'status', className: 'status' });
  const pointing = createPointing({ over: showOver, take, ended: () => endPointing('Pointing has ended') });
  const tree = createElementTree({ over: showOver, take, reveal: (listed) => reveal(listed, box) });
  const taken = createTakenElement(use, showList);
  const changes = createChanges(kept.steps, follow);
  const form = createChangeForm(places, { changed: follow, keep, cancel: () => leaveForm('Not kept'), say });
  const list = createChangeList(changes, places, { edit, say, otherwise: () => point.focus() });
  const copy = createCopyPart(asWritten, say);
  const point = makeButton('Point at the page', () => {
    if (pointing.isOn()) return endPointing('');
    tree.close();
    pointing.start();
    followMode();
    say('Click what you want to change. Escape, or this button again, ends pointing.');
  });
  const choose = makeButton('Choose from a list', () => {
    const { body } = native(document);
    if (tree.element.hidden) return showList(form.target() ?? native(document).querySelector('h1') ?? body);
    tree.close();
    followMode();
  });
  const element = createSection();

  root.adoptedStyleSheets = [...root.adoptedStyleSheets, pickerStyle()];
  // Before the box, which lies above them.
  box.before(pointing.shield, outline.element);
  box.append(element);
  core.watch(() => {
    if (core.signal.aborted) closePanel();
    else if (isOpen) followForm();
  });
  // Withdrawn consent removes all that is stored, but the drafts are not the visitor's.
  addEventListener('pagehide', () => core.signal.aborted || write());
  void core.once('rules').then((started) => {
    rules = started;
    tryOut();
  });
  resume();

  function createSection(): HTMLElement {
    const close = makeButton('×', closePanel, 'Close');
    const side = makeButton('⇄', () => box.toggleAttribute('data-other-side'), 'Other side');
    for (const button of [close, side]) button.className = 'icon';
    side.title = 'To the other side of the window';
    const intro = 'Only you see these changes, in this tab, until you copy them into your site.';
    return make(
      'section',
      { ariaLabel: 'Change this page', hidden: true },
      make('div', { className: 'head' }, make('h2', { textContent: 'Change this page' }), side, close),
      make('p', { className: 'hint', textContent: intro }),
      make('div', { className: 'row start' }, point, choose),
      status,
      tree.element,
      taken.element,
      form.element,
      list.element,
      copy.element,
    );
  }

  function say(words: string): void {
    status.replaceChildren(...withQuotes(words));
  }

  /** @param pointed undefined: what is in the form. */
  function showOver(pointed: Element | undefined): void {
    outline.show(pointed ?? form.target(), pointed && nameOf(pointed), !!pointed && !!refusalOf(pointed));
  }

  function followMode(): void {
    point.setAttribute('aria-pressed', String(pointing.isOn()));
    choose.setAttribute('aria-expanded', String(!tree.element.hidden));
    box.toggleAttribute('data-pointing', pointing.isOn());
  }

  function showList(at: Element): void {
    pointing.stop();
    tree.open(at);
    followMode();
    say('Arrow keys go through the page, Enter takes an element.');
  }

  function endPointing(words: string): void {
    pointing.stop();
    followMode();
    say(words);
    point.focus();
  }

  function take(pointed: Element): void {
    const refusal = refusalOf(pointed);
    if (refusal === undefined) return use(innermost(pointed));
    say(refusal);
    outline.show(pointed, nameOf(pointed), true);
  }

  /** @param isAll whether all that are like it change. */
  function use(target: Element, isAll = false): void {
    pointing.stop();
    tree.close();
    followMode();
    edited = undefined;
    const name = nameOf(target);
    const found = asWritten(() => findSelector(target));
    taken.show(target, name, found?.select, found);
    outline.show(target, name);
    if (found && (found.count === 1 || isAll)) {
      fill({ target, select: found.select, element: name });
      say(`${name} is chosen`);
      return;
    }
    form.close();
    follow();
    reveal(target, box);
    const others = (found?.count ?? 0) - 1;
    const why = others > 0 ? `from ${others} like it` : 'by anything that lasts';
    say(
      `Nothing tells this element ${why}. Give it an id or a class of its own in your builder, or choose what is around it.`,
    );
    if (others > 0) taken.offerAll(others + 1, () => use(target, true));
    else taken.element.querySelector('button')?.focus();
  }

  function fill(given: Parameters<typeof form.open>[0]): void {
    form.open(given);
    follow();
    form.focus();
    // The panel has its height only now.
    reveal(given.target, box);
  }

  function leaveForm(words: string): void {
    form.close();
    edited = undefined;
    taken.hide();
    outline.show(undefined);
    follow();
    point.focus();
    say(words);
  }

  function keep(): void {
    const change = form.read();
    const mistake = mistakeInForm();
    if (!change || mistake !== undefined) return say(mistake ?? '');
    const index = edited;
    form.close();
    changes.put(change, index);
    leaveForm(`Kept: ${describeChange(change, places)}`);
  }

  function edit(index: number): void {
    const change = changes.all()[index];
    if (!change || !refill(change, index)) return say('The element of this change is not on this page.');
    form.focus();
    say(`Editing: ${describeChange(change, places)}`);
  }

  /** @returns whether the element of the change is there. */
  function refill(change: PageChange, index: number | undefined): boolean {
    const [target] = foundBy(change.select);
    if (!target) return false;
    edited = index;
    taken.show(target, change.element, change.select);
    outline.show(target, change.element);
    form.open({ ...change, target, change });
    follow();
    return true;
  }

  function mistakeInForm(): string | undefined {
    const change = form.read();
    const target = form.target();
    return change && target && mistakeIn(change, target, core, fetchTools());
  }

  /** The changes as the page shows them: with the one in the form, if it can be used. */
  function current(): readonly PageChange[] {
    const all = changes.all();
    const change = form.read();
    if (!change || mistakeInForm() !== undefined) return all;
    return edited === undefined ? [...all, change] : all.with(edited, change);
  }

  function tryOut(): void {
    const drafts = rulesOfAll(current());
    const text = JSON.stringify(drafts);
    // The page is bound anew each time.
    if (text === tried || !rules) return;
    tried = text;
    rules.tryOut(drafts);
  }

  /** Reads the page without drafts. The same task puts them back, so nobody sees it. */
  function asWritten<Value>(read: () => Value): Value {
    rules?.tryOut([]);
    tried = undefined;
    const value = read();
    tryOut();
    return value;
  }

  function follow(): void {
    list.follow();
    tryOut();
    followForm();
    copy.follow(changes.all());
    write();
    place.changed(changes.all().length);
  }

  function followForm(): void {
    const change = form.read();
    if (change) form.follow(mistakeInForm(), seenBy(change, form.target(), { core, place, places }));
  }

  function write(): void {
    const isEmpty = !changes.canUndo() && !changes.canRedo() && !form.read() && !isOpen;
    mark.write(
      isEmpty ? undefined : JSON.stringify({ steps: changes.kept(), form: form.read(), index: edited, isOpen }),
    );
  }

  function closePanel(): void {
    const hadFocus = element.matches(':focus-within');
    isOpen = false;
    pointing.stop();
    tree.close();
    form.close();
    taken.hide();
    outline.show(undefined);
    element.hidden = true;
    box.removeAttribute('data-changing');
    followMode();
    follow();
    if (hadFocus) place.opener.focus();
  }

  function openPanel(): void {
    isOpen = true;
    element.hidden = false;
    box.setAttribute('data-changing', '');
    lowerSuggestions();
    followMode();
    follow();
  }

  /** A page that was loaded anew to be shown as somebody else goes on where its owner was. */
  function resume(): void {
    if (kept.isOpen !== true) return follow();
    openPanel();
    const [change] = parseChange(kept.form);
    const index = Number(kept.index);
    if (change) refill(change, changes.all()[index] && index);
  }

  return {
    element,
    open() {
      openPanel();
      point.focus();
    },
  };
}
