import { native } from '../../dom/native.ts';
import type { MistakeList } from './mistake-list.ts';
import { countryNames, describeWords, withSlow, withPlace } from './preview-choices.ts';
import type { PreviewControl } from './preview-control.ts';

export interface PreviewControls {
  readonly box: HTMLElement;
  /**
   * @param words undefined when the page is its visitor's own.
   * @param refused words that are not understood.
   */
  follow(words: string | undefined, refused: string | undefined): void;
}

/** English, whatever the page's language: it is a tool for the page's owner. */
export function buildPreviewControls(control: PreviewControl, mistakes: MistakeList): PreviewControls {
  const currentWords = () => control.words() ?? control.own() ?? '';
  const caption = part('span', 'caption');
  const list = createCountryList();
  const others = part('span', 'others');
  const slow = createSlowSwitch();
  const leave = part('button', 'leave');

  list.element.addEventListener('change', () => control.change(withPlace(currentWords(), list.element.value)));
  slow.input.addEventListener('change', () => control.change(withSlow(currentWords(), slow.input.checked)));
  leave.type = 'button';
  leave.textContent = 'Leave';
  leave.title = 'See the page as yourself again';
  leave.addEventListener('click', control.leave);

  const label = native(document).createElement('label');
  label.append(caption, list.element);
  const box = part('section', 'box');
  box.lang = 'en';
  box.dir = 'ltr';
  box.ariaLabel = 'Preview of this page';
  box.append(label, others, slow.label, leave, mistakes.element);
  return {
    box,
    follow(words, refused) {
      const isOn = (words ?? control.own()) !== undefined;
      const chosen = describeWords(currentWords());
      caption.textContent = isOn ? 'Viewing as' : 'View as';
      list.follow(isOn, chosen.who);
      others.textContent = refused ? `“${refused}” is not understood` : chosen.others;
      others.hidden = !others.textContent;
      slow.input.checked = chosen.slow;
      slow.label.hidden = !isOn || chosen.who === 'offline';
      leave.hidden = (words ?? refused) === undefined;
      void mistakes.update();
    },
  };
}

function createCountryList() {
  const element = part('select', 'who');
  const self = createOption('', 'Yourself');
  const somebody = createOption('', 'Somebody');
  const countries = native(document).createElement('optgroup');
  countries.label = 'Countries';
  countries.append(...countryNames().map(([code, name]) => createOption(code, name)));
  element.append(
    self,
    somebody,
    createOption('unknown', 'Somebody unknown'),
    createOption('offline', 'No visitor data'),
    countries,
  );
  return {
    element,
    /** @param isOn whether the page is previewed as another visitor. */
    follow(isOn: boolean, who: string): void {
      setAvailable(self, !isOn);
      setAvailable(somebody, isOn && who === '');
      element.value = who;
      if (!who) (isOn ? somebody : self).selected = true;
    },
  };
}

function createSlowSwitch() {
  const input = native(document).createElement('input');
  input.type = 'checkbox';
  const label = native(document).createElement('label');
  label.part.value = 'slow';
  label.title = 'The answer comes after the time budget';
  label.append(input, 'Slow answer');
  return { input, label };
}

function part<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name: string): HTMLElementTagNameMap[Tag] {
  const element = native(document).createElement(tag);
  element.part.value = name;
  return element;
}

function createOption(value: string, text: string): HTMLOptionElement {
  const option = native(document).createElement('option');
  option.value = value;
  option.textContent = text;
  return option;
}

function setAvailable(option: HTMLOptionElement, isAvailable: boolean): void {
  option.hidden = !isAvailable;
  option.disabled = !isAvailable;
}
