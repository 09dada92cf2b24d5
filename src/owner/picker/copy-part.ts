import { attempt } from '../../rules/attempt.ts';
import { notIgnored } from '../../widget/bindings/selector.ts';
import { native } from '../../widget/dom/native.ts';
import { servedRules } from '../../widget/features/written-files.ts';
import type { PageChange } from './changes.ts';
import {
  attributesText,
  classesText,
  type Copied,
  type CopyForm,
  htmlText,
  rulesText,
  type PageSettings,
  type WrittenElement,
} from './copied-text.ts';
import { labelled, make, makeButton, makeSelect } from './make.ts';
import { foundBy } from './taken-element.ts';

/** What the owner takes along: shown, selected, and on the clipboard where there is one. */
export interface CopyPart {
  readonly element: HTMLElement;
  /** Stays in reach however many changes there are. */
  readonly actions: HTMLElement;
  /** @param isWriting while the owner writes a change, there is nothing to copy. */
  follow(changes: readonly PageChange[], isWriting: boolean): void;
}

/**
 * @param asWritten calls back while the page is as its owner wrote it.
 */
export function createCopyPart(asWritten: <Value>(read: () => Value) => Value, say: (words: string) => void): CopyPart {
  let changes: readonly PageChange[] = [];
  const form = makeSelect([
    ['rules', 'One block of rules for the head'],
    ['attributes', 'Attributes of the elements'],
    ['classes', 'Classes of the elements'],
    ['html', 'HTML'],
  ] satisfies [CopyForm, string][]);
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

  function textOf(): Copied {
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
    hint.textContent = copied.words;
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
    say(isCopied ? 'Copied' : 'The text is selected: copy it by Ctrl+C, or ⌘C on a Mac');
  }

  form.addEventListener('change', follow);

  return {
    element,
    actions,
    follow(given, isWriting) {
      changes = given;
      element.hidden = changes.length === 0 || isWriting;
      actions.hidden = element.hidden;
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
