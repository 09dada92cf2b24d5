import { isOfKind } from '../../rules/page-rules/lasting-selector.ts';
import { native } from '../../widget/dom/native.ts';
import { everybody } from './audience.ts';
import { createAudienceFields } from './audience-fields.ts';
import type { PageChange } from './changes.ts';
import { type FirstPrice, readFirstPrice } from './first-price.ts';
import { labelled, make, makeButton, makeSelect } from './make.ts';
import { everyPage, pagesFrom } from './pages.ts';
import { createPagesField } from './pages-field.ts';
import { createPictureFile } from './picture-file.ts';
import type { Places } from './places.ts';
import { createPriceFields } from './price-fields.ts';
import type { Seen } from './seen-change.ts';
import { foundBy } from './taken-element.ts';
import type { BlockPart, PartKind } from './things/block-parts.ts';
import { createPartFields } from './things/part-fields.ts';
import { createThingFields } from './things/thing-fields.ts';
import { isThing } from './things/things.ts';
import { allowedFor, isWhat, neededBy, type Replaceable, type What, whatRow } from './what-changes.ts';

/** What changes of one element, and for whom. */
export interface ChangeForm {
  readonly element: HTMLElement;
  /** Stay in reach however long the form is. */
  readonly actions: HTMLElement;
  /** @returns the change as it begins. */
  open(given: FormContent): PageChange;
  close(): void;
  focus(): void;
  /** A picture to show, if this is about one. */
  takeFile(file: File): void;
  /** The CSS that shows a picture file while it has no address. */
  styleOfFile(): string | undefined;
  /** @param mistake why it cannot be kept as it is. */
  follow(mistake: string | undefined, seen: Seen): void;
}

export interface FormContent {
  readonly target: Element;
  readonly select: string;
  /** What it is called. */
  readonly element: string;
  /** One that is changed again. Undefined: a new one. */
  readonly change?: PageChange;
  /** Of the `<source>`s around a picture. Empty: nothing tells them from others. */
  readonly sources?: string | undefined;
  /** What stands there, where a change can be for that alone. */
  readonly written?: Replaceable | undefined;
  /** What the owner wants to add. Undefined: the likeliest change. */
  readonly wanted?: What | undefined;
}

interface FormEvents {
  /** The names of plans and lists in the settings block of the page. */
  namesOnPage(kind: PartKind): readonly string[];
  /** The plan or list that was written for another change. */
  written(kind: PartKind): BlockPart | undefined;
  changed(change: PageChange): void;
  keep(): void;
  cancel(): void;
  say(words: string): void;
}

/** What is most asked for, as it is written into a text. */
const visitorTemplates: readonly string[] = [
  '{city|your city}',
  '{country|your country}',
  '{state|your state}',
  '{currency}',
  '{language}',
];

const deliveryTemplates: readonly string[] = [
  '{delivery-dates}',
  '{delivery-to}',
  '{delivery-weekday}',
  '{delivery-left}',
  '{delivery-days}',
];

let count = 0;

export function createChangeForm(places: Places, { changed, keep, cancel, say, ...block }: FormEvents): ChangeForm {
  count += 1;
  const hintId = `mistake-${count}`;
  const seenId = `seen-${count}`;
  let target: Element | undefined;
  let select = '';
  let name = '';
  let sources: string | undefined;
  let written: FormContent['written'];
  let isTouched = false;
  const touched = () => {
    isTouched = true;
    followReach();
    changed(read());
  };

  const what = makeSelect([]);
  const words = make('textarea', { rows: 2, spellcheck: true, dir: 'auto' });
  const caption = make('span');
  const wordsField = make('label', { className: 'field' }, caption, words);
  const offers = make('div', { className: 'offers', role: 'group', ariaLabel: 'Write something of the visitor' });
  const file = createPictureFile({
    taken() {
      words.value = '';
      words.focus();
      changed(read());
    },
    say,
  });
  const prices = createPriceFields(places, touched);
  const part = createPartFields({ places, changed: touched, say, ...block });
  const thing = createThingFields({ places, changed: touched, say });
  const audience = createAudienceFields(places, touched, say);
  const pages = createPagesField(touched);
  const reach = make('p', { className: 'hint' });
  const mistake = make('p', { className: 'mistake', id: hintId });
  const seen = make('p', { className: 'seen', id: seenId });
  const keepButton = makeButton('Keep this change', submit);
  keepButton.className = 'main';
  // No form: a page in a sandbox may not submit any.
  const element = make(
    'div',
    { className: 'form', hidden: true },
    labelled('What to change', what),
    wordsField,
    file.element,
    offers,
    prices.element,
    thing.element,
    part.element,
    audience.element,
    pages.element,
    reach,
    mistake,
    seen,
  );
  const actions = make('div', { className: 'row actions', hidden: true }, keepButton, makeButton('Cancel', cancel));
  words.setAttribute('aria-describedby', hintId);
  // It has the focus after the page is shown as somebody else.
  keepButton.setAttribute('aria-describedby', seenId);

  const chosen = (): What => (isWhat(what.value) ? what.value : 'text');
  const isPicture = (): boolean => chosen() === 'src' || chosen() === 'background';

  function follow(isNew: boolean): void {
    const { field, now } = whatRow(chosen());
    const isPrice = chosen() === 'currency';
    caption.textContent = field ?? '';
    wordsField.hidden = field === undefined;
    // A style sheet knows nothing of the visitor.
    offers.hidden = field === undefined || chosen() === 'background';
    const templates = chosen() === 'delivery' ? deliveryTemplates : visitorTemplates;
    offers.replaceChildren(
      ...templates.map((template) => makeButton(template, () => insert(template), `Insert ${template}`)),
    );
    file.element.hidden = !isPicture();
    prices.element.hidden = !isPrice;
    words.rows = chosen() === 'text' ? 2 : 1;
    audience.follow(chosen());
    thing.follow(chosen());
    // It is pasted where it is to stand.
    pages.element.hidden = isThing(chosen());
    followReach();
    if (!isNew || !target) return;
    const text = now?.(target) ?? '';
    if (isPrice) writePrice(readFirstPrice(text));
    else words.value = text;
    part.follow(neededBy(chosen(), text));
  }

  function followReach(): void {
    pages.follow(replaceable() !== undefined);
    reach.textContent = isThing(chosen()) ? '' : reachOf(select, chosen());
    reach.hidden = !reach.textContent;
  }

  function writePrice({ currency, amount, hasWords }: FirstPrice): void {
    prices.write(`${currency} ${amount}`.trim() + ', ', hasWords);
  }

  function insert(template: string): void {
    words.setRangeText(template, words.selectionStart, words.selectionEnd, 'end');
    words.focus();
    part.follow(neededBy(chosen(), words.value));
    touched();
  }

  what.addEventListener('change', () => {
    isTouched = false;
    file.leave();
    follow(true);
    changed(read());
  });
  words.addEventListener('input', () => {
    part.follow(neededBy(chosen(), words.value));
    touched();
  });
  element.addEventListener('keydown', (event) => {
    // Enter also takes what an input method offers.
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    // Else it presses the button that gets the focus.
    event.preventDefault();
    submit();
  });

  function replaceable(): string | undefined {
    return chosen() === 'src' && sources !== undefined ? undefined : written?.[chosen()];
  }

  function read(): PageChange {
    const field = whatRow(chosen()).field === undefined ? '' : words.value;
    const replaces = pages.isForSameWords() ? replaceable() : undefined;
    const needs = part.read();
    const values = thing.read();
    return {
      select,
      element: name,
      what: chosen(),
      value: chosen() === 'currency' ? prices.read() : field,
      audience: audience.read(),
      pages: pages.read(),
      ...(replaces !== undefined && { replaces }),
      hasSizes: !!target && native(target).hasAttribute('srcset'),
      ...(sources !== undefined && { sources }),
      ...(needs && { needs }),
      ...(values && { values }),
    };
  }

  function submit(): void {
    touched();
    keep();
    mistake.scrollIntoView({ block: 'nearest' });
  }

  return {
    element,
    actions,
    open({ change, wanted, ...given }) {
      ({ target, select, element: name, sources } = given);
      isTouched = !!change;
      file.leave();
      // A change that is opened on another page is still for the words of its own.
      written = change?.replaces === undefined ? given.written : { ...given.written, [change.what]: change.replaces };
      part.open(change?.needs);
      const allowed = allowedFor(given.target);
      what.replaceChildren(...groupsOf(allowed));
      what.value = [change?.what, wanted].find((one) => one && allowed.includes(one)) ?? allowed[0] ?? '';
      thing.open(change);
      audience.write(change?.audience ?? everybody);
      // The address of a frame, such as the playground's, is none of the owner's site.
      const from = change?.pages ?? (parent === window ? undefined : everyPage);
      pages.open(pagesFrom(location.pathname), from, !change || change.replaces !== undefined);
      follow(true);
      if (change?.what === 'currency') prices.write(change.value);
      else if (change) words.value = change.value;
      part.follow(neededBy(chosen(), words.value));
      element.hidden = false;
      actions.hidden = false;
      return read();
    },
    close() {
      target = undefined;
      file.leave();
      element.hidden = true;
      actions.hidden = true;
    },
    focus: () => what.focus(),
    takeFile: (given) => void file.take(given),
    styleOfFile: () => (isPicture() && !words.value.trim() ? file.styleFor(select, chosen()) : undefined),
    follow(found, { words: text, visitor }) {
      // Nobody is told of a mistake in a field that they have yet to fill in.
      mistake.textContent = found && isTouched ? found : '';
      mistake.hidden = !mistake.textContent;
      seen.hidden = !!found;
      const hadFocus = seen.matches(':focus-within');
      seen.replaceChildren(text, ...(visitor ? [' ', makeButton(`View as ${visitor.name}`, visitor.show)] : []));
      if (hadFocus) (seen.querySelector('button') ?? keepButton).focus();
    },
  };
}

/** What changes, and what is added. */
function groupsOf(allowed: readonly What[]): readonly HTMLElement[] {
  const optionsOf = (all: readonly What[]) =>
    all.map((one) => make('option', { value: one, textContent: whatRow(one).name }));
  const added = allowed.filter(isThing);
  const changed = optionsOf(allowed.filter((one) => !isThing(one)));
  return added.length ? [...changed, make('optgroup', { label: 'Add behind it' }, ...optionsOf(added))] : changed;
}

/** What a selector of a kind means for other pages. */
function reachOf(select: string, what: What): string {
  if (!isOfKind(select)) return '';
  const { length } = foundBy(select);
  const found = `${select} finds ${length} ${length === 1 ? 'element' : 'elements'} on this page. Other pages will have such elements, too.`;
  return what === 'currency' ? `${found} There, your list counts only where the text says its first price.` : found;
}
