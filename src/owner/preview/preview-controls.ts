import { meantVisitor } from '../../rules/meant-words.ts';
import { native } from '../../widget/dom/native.ts';
import type { MistakeList } from './mistake-list.ts';
import { countryNames, describeWords, valueIn, withPlace, withSlow, withValue } from './preview-choices.ts';
import type { PreviewControl, PreviewReason } from './preview-control.ts';
import type { RedirectLine } from './redirect-line.ts';
import type { ReasonList } from './reason-list.ts';

export interface PreviewControls {
  readonly box: HTMLElement;
  /** Opens the panel in which the owner changes the page. */
  readonly change: HTMLButtonElement;
  /**
   * @param words undefined when the page is its visitor's own.
   * @param refused words that are not understood.
   */
  follow(words: string | undefined, refused: string | undefined): void;
}

/** English, whatever the page's language: it is a tool for the page's owner. */
export function buildPreviewControls(
  control: PreviewControl,
  mistakes: MistakeList,
  reasons: ReasonList,
  redirect: RedirectLine,
): PreviewControls {
  const currentWords = () => control.words() ?? control.own() ?? '';
  const caption = part('span', 'caption');
  const list = createCountryList();
  const others = part('span', 'others');
  const slow = createSlowSwitch();
  const leave = part('button', 'leave');
  const why = part('span', 'why');
  const forget = part('button', 'forget');
  const change = part('button', 'change');
  const more = createMoreFields((name, value) => control.change(withValue(currentWords(), name, value)));

  list.element.addEventListener('change', () => control.change(withPlace(currentWords(), list.element.value)));
  slow.input.addEventListener('change', () => control.change(withSlow(currentWords(), slow.input.checked)));
  leave.type = 'button';
  leave.textContent = 'Leave';
  leave.title = 'See the page as yourself again';
  leave.addEventListener('click', control.leave);
  forget.type = 'button';
  forget.textContent = 'Forget the choice';
  forget.addEventListener('click', control.forgetChoice);

  change.type = 'button';
  change.textContent = 'Change this page';

  const label = native(document).createElement('label');
  label.append(caption, list.element);
  // They go to another line together.
  const ends = native(document).createElement('span');
  ends.className = 'ends';
  ends.append(change, leave);
  const box = part('section', 'box');
  box.lang = 'en';
  box.dir = 'ltr';
  box.ariaLabel = 'Preview of this page';
  box.append(
    label,
    others,
    redirect.element,
    slow.label,
    why,
    forget,
    more.element,
    reasons.element,
    ends,
    mistakes.element,
  );
  return {
    box,
    change,
    follow(words, refused) {
      const isOn = (words ?? control.own()) !== undefined;
      const chosen = describeWords(currentWords());
      caption.textContent = isOn ? 'Viewing as' : 'View as';
      list.follow(isOn, chosen.who);
      others.textContent = refused ? refusedWords(refused) : chosen.others;
      others.hidden = !others.textContent;
      slow.input.checked = chosen.slow;
      slow.label.hidden = !isOn || chosen.who === 'offline';
      leave.hidden = (words ?? refused) === undefined;
      const reason = control.reason();
      why.textContent = whyWords[reason];
      forget.hidden = reason !== 'choice' && reason !== 'link';
      more.element.hidden = !isOn || chosen.who === 'offline';
      more.follow(currentWords());
      reasons.update();
      redirect.update();
      void mistakes.update();
    },
  };
}

function refusedWords(refused: string): string {
  const meant = meantVisitor(refused);
  return `“${refused}” is not understood${meant ? `; did you mean ${meant}?` : ': write JP, US-CA, or city: Lyon'}`;
}

const whyWords: Readonly<Record<PreviewReason, string>> = {
  choice: 'A choice made on the page wins over the preview',
  address: 'from the address',
  link: 'from the choice in the link',
  tab: 'kept in this tab',
  dev: 'from geolet dev',
  record: 'from your own lookup',
};

/** What most pages do not ask for. Each is a word of the address. */
function createMoreFields(change: (name: string, value: string) => void) {
  const element = part('details', 'more');
  const summary = native(document).createElement('summary');
  summary.textContent = 'More';
  const fields = native(document).createElement('div');
  const city = native(document).createElement('input');
  const language = native(document).createElement('input');
  const device = native(document).createElement('select');
  const signal = native(document).createElement('input');
  signal.type = 'checkbox';
  language.size = 6;
  city.size = 12;
  language.placeholder = 'de-AT';
  device.append(
    createOption('', 'Any device'),
    createOption('desktop', 'Desktop'),
    createOption('mobile', 'Phone'),
    createOption('tablet', 'Tablet'),
  );
  const named = { city, language, device };
  for (const [name, field] of Object.entries(named))
    field.addEventListener('change', () => change(name, field.value.replace(/;.*/s, '').trim()));
  signal.addEventListener('change', () => change('gpc', signal.checked ? 'yes' : ''));
  fields.append(
    labelled('City', city),
    labelled('Device', device),
    labelled('Language', language),
    labelled('Opt-out signal', signal),
  );
  element.append(summary, fields);
  return {
    element,
    follow(words: string): void {
      for (const [name, field] of Object.entries(named)) {
        // The page may change while somebody types.
        if (!field.matches(':focus')) field.value = valueIn(words, name);
      }
      signal.checked = valueIn(words, 'gpc') === 'yes';
    },
  };
}

function labelled(name: string, field: HTMLElement): HTMLElement {
  const label = native(document).createElement('label');
  const caption = native(document).createElement('span');
  caption.textContent = name;
  label.append(caption, field);
  return label;
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
  label.title = 'The answer arrives after timeoutMs';
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
