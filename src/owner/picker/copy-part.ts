import { attempt } from '../../rules/attempt.ts';
import { notIgnored } from '../../widget/bindings/selector.ts';
import { native } from '../../widget/dom/native.ts';
import { servedRules } from '../../widget/features/written-files.ts';
import type { PageChange } from './changes.ts';
import {
  addedText,
  attributesText,
  classesText,
  type Copied,
  type CopyForm,
  goesIntoHead,
  htmlText,
  rulesText,
  type PageSettings,
  type WrittenElement,
} from './copied-text.ts';
import { labelled, make, makeButton, makeSelect } from './make.ts';
import { foundBy } from './taken-element.ts';
import { isThing, things } from './things/things.ts';

/** What the owner takes along: shown, selected, and on the clipboard where there is one. */
export interface CopyPart {
  readonly element: HTMLElement;
  /** Stays in reach however many changes there are. */
  readonly actions: HTMLElement;
  /** @param isWriting while the owner writes a change, there is nothing to copy. */
  follow(changes: readonly PageChange[], isWriting: boolean): void;
}

const otherForms = [
  ['attributes', 'Attributes of the elements'],
  ['classes', 'Classes of the elements'],
  ['html', 'HTML'],
] as const satisfies [CopyForm, string][];

function blockForm(hasRules: boolean): readonly [CopyForm, string] {
  return ['rules', hasRules ? 'One block of rules for the head' : 'The settings block for the head'];
}

/**
 * @param asWritten calls back while the page is as its owner wrote it.
 */
export function createCopyPart(asWritten: <Value>(read: () => Value) => Value, say: (words: string) => void): CopyPart {
  let changes: readonly PageChange[] = [];
  const form = makeSelect([]);
  const text = make('textarea', { readOnly: true, rows: 6, spellcheck: false, className: 'code', dir: 'ltr' });
  const hint = make('p', { className: 'hint' });
  const copy = makeButton('Copy', () => void toClipboard());
  copy.className = 'main';
  const element = make(
    'section',
    { className: 'copy', ariaLabel: 'Copy' },
    labelled('Copy as', form),
    hint,
    labelled('To copy', text),
  );
  const actions = make('div', { className: 'row actions' }, copy);

  /** What there is to take along. All that is added is a text of its own, since it has a place of its own. */
  function offer(): void {
    const hasRules = changes.some(({ what }) => !isThing(what));
    const forHead = changes.some(goesIntoHead) ? [blockForm(hasRules)] : [];
    const added = changes.flatMap((change, index) =>
      isThing(change.what) ? [[String(index), `${things[change.what].name}, behind ${change.element}`] as const] : [],
    );
    const chosen = form.value;
    const offered = [...forHead, ...(hasRules ? otherForms : []), ...added];
    form.replaceChildren(...makeSelect(offered).options);
    form.value = (offered.find(([value]) => value === chosen) ?? offered[0])?.[0] ?? '';
  }

  /** How many there are to paste, each in its place. */
  function texts(): number {
    return changes.filter(({ what }) => isThing(what)).length + Number(changes.some(goesIntoHead));
  }

  function textOf(): Copied {
    const added = changes[Number(form.value)];
    if (added) return addedText(added, native(document).documentElement.lang || 'en');
    const made: Readonly<Record<CopyForm, () => Copied>> = {
      rules: () => rulesText(changes, settingsOfPage()),
      attributes: () => attributesText(changes),
      classes: () => classesText(changes),
      html: () => asWritten(() => htmlText(changes, readWritten)),
    };
    return made[form.value as CopyForm]();
  }

  function follow(): void {
    const copied = textOf();
    text.value = copied.text ?? '';
    hint.textContent = [
      copied.words,
      ...(texts() > 1 ? [`There are ${texts()} texts to copy, in this list.`] : []),
    ].join(' ');
    copy.disabled = copied.text === undefined;
  }

  async function toClipboard(): Promise<void> {
    text.focus();
    text.select();
    // Without a secure page there is no clipboard, and a page's policy may forbid it.
    const isCopied = await attempt(() => navigator.clipboard.writeText(text.value))?.then(
      () => true,
      () => false,
    );
    const done = isCopied ? 'Copied' : 'The text is selected: copy it by Ctrl+C, or ⌘C on a Mac';
    say(texts() > 1 ? `${done}. There are ${texts()} texts to copy: choose the next one above.` : done);
  }

  form.addEventListener('change', follow);

  return {
    element,
    actions,
    follow(given, isWriting) {
      changes = given;
      element.hidden = changes.length === 0 || isWriting;
      actions.hidden = element.hidden;
      offer();
      if (changes.length) follow();
    },
  };
}

function settingsOfPage(): PageSettings {
  const hasServerRules = native(document).querySelector(servedRules) !== null;
  const script = [...native(document).scripts].find((one) =>
    one.matches(notIgnored('[type="application/json"][data-geo-settings]')),
  );
  if (!script) return { block: undefined, hasServerRules };
  const block = attempt<unknown>(() => JSON.parse(script.text));
  const isReadable = typeof block === 'object' && block !== null && !Array.isArray(block);
  return { block: isReadable ? (block as Readonly<Record<string, unknown>>) : 'unreadable', hasServerRules };
}

function readWritten(select: string): WrittenElement | undefined {
  const [element] = foundBy(select);
  if (!element) return undefined;
  const own = native(element);
  const html = own.outerHTML;
  const isVoid = !html.endsWith(`</${own.localName}>`);
  return {
    tag: own.localName,
    attributes: [...own.attributes].map(({ name, value }) => ({ name, value })),
    inner: isVoid ? '' : own.innerHTML,
    isVoid,
  };
}
