import { countryNames, describeWords, withSlow, withWho } from './preview-choices.ts';
import type { PreviewControl } from './preview-control.ts';
import { native } from '../native.ts';

export interface PreviewControls {
  readonly box: HTMLElement;
  /**
   * @param words undefined when the page is its visitor's own.
   * @param refused words that are not understood.
   */
  follow(words: string | undefined, refused: string | undefined): void;
}

/** English whatever the page's language: it is a tool of the page's owner. */
export function buildPreviewControls(control: PreviewControl): PreviewControls {
  const wordsNow = () => control.words() ?? control.own() ?? '';
  const box = part('section', 'box');
  box.lang = 'en';
  box.dir = 'ltr';
  box.ariaLabel = 'Preview of this page';
  const label = native(document).createElement('label');
  const caption = part('span', 'caption');
  const who = part('select', 'who');
  const others = part('span', 'others');
  const slow = native(document).createElement('input');
  const leave = part('button', 'leave');

  const self = option('', 'Yourself');
  const somebody = option('', 'Somebody');
  const countries = native(document).createElement('optgroup');
  countries.label = 'Countries';
  countries.append(...countryNames().map(([code, name]) => option(code, name)));
  who.append(self, somebody, option('unknown', 'Somebody unknown'), option('offline', 'Nobody: no answer'), countries);
  who.addEventListener('change', () => control.change(withWho(wordsNow(), who.value)));
  label.append(caption, who);

  slow.type = 'checkbox';
  slow.addEventListener('change', () => control.change(withSlow(wordsNow(), slow.checked)));
  const late = native(document).createElement('label');
  late.part.value = 'slow';
  late.title = 'The answer comes after the time budget';
  late.append(slow, 'Slow answer');

  leave.type = 'button';
  leave.textContent = 'Leave';
  leave.title = 'See the page as yourself again';
  leave.addEventListener('click', control.leave);

  box.append(label, others, late, leave);
  return {
    box,
    follow(words, refused) {
      const on = (words ?? control.own()) !== undefined;
      const chosen = describeWords(wordsNow());
      caption.textContent = on ? 'Viewing as' : 'View as';
      self.hidden = self.disabled = on;
      somebody.hidden = somebody.disabled = !on || chosen.who !== '';
      who.value = chosen.who;
      if (!chosen.who) (on ? somebody : self).selected = true;
      others.textContent = refused ? `“${refused}” is not understood` : chosen.others;
      others.hidden = !others.textContent;
      slow.checked = chosen.slow;
      late.hidden = !on || chosen.who === 'offline';
      leave.hidden = (words ?? refused) === undefined;
    },
  };
}

function part<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name: string): HTMLElementTagNameMap[Tag] {
  const element = native(document).createElement(tag);
  element.part.value = name;
  return element;
}

function option(value: string, text: string): HTMLOptionElement {
  const made = native(document).createElement('option');
  made.value = value;
  made.textContent = text;
  return made;
}
