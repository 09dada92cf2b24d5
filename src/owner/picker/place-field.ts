import { make, makeButton } from './make.ts';
import type { Places } from './places.ts';

/** Chooses countries, states and groups by their names. */
export interface PlaceField {
  readonly element: HTMLElement;
  read(): readonly string[];
  write(codes: readonly string[]): void;
}

let count = 0;

/** A combobox with a list: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function createPlaceField(
  places: Places,
  changed: () => void,
  say: (words: string) => void,
  caption = 'Country, state or group',
): PlaceField {
  count += 1;
  const id = `places-${count}`;
  let codes: readonly string[] = [];
  let active = -1;
  const input = make('input', { type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: false });
  input.placeholder = 'France, California, EU …';
  input.setAttribute('aria-expanded', 'false');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', id);
  const list = make('ul', { role: 'listbox', id, hidden: true, ariaLabel: 'Places' });
  const chips = make('ul', { className: 'chips', ariaLabel: 'Chosen places' });
  const label = make('label', { className: 'field' }, make('span', { textContent: caption }), input);
  const element = make('div', { className: 'places' }, label, list, chips);

  function show(isOpen: boolean): void {
    const found = isOpen ? places.search(input.value).filter(({ code }) => !codes.includes(code)) : [];
    // Enter takes what was named, and nothing that merely begins so.
    const named = places.named(input.value);
    active = named ? found.findIndex(({ code }) => code === named.code) : -1;
    list.replaceChildren(
      ...found.map(({ code, name, kind }, index) => {
        const option = make(
          'li',
          { role: 'option', id: `${id}-${index}`, ariaSelected: 'false' },
          make('span', { textContent: name }),
          make('small', { textContent: kind }),
        );
        option.dataset.code = code;
        // Before the field loses the focus.
        option.addEventListener('pointerdown', (event) => event.preventDefault());
        option.addEventListener('click', () => add(code));
        return option;
      }),
    );
    list.hidden = !found.length;
    input.setAttribute('aria-expanded', String(!list.hidden));
    if (isOpen) list.scrollIntoView({ block: 'nearest' });
    mark();
  }

  function mark(): void {
    [...list.children].forEach((option, index) => {
      option.ariaSelected = String(index === active);
      if (index === active) option.scrollIntoView({ block: 'nearest' });
    });
    if (active < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${id}-${active}`);
  }

  function render(): void {
    chips.hidden = codes.length === 0;
    chips.replaceChildren(
      ...codes.map((code) => {
        const name = places.nameOf(code);
        const remove = makeButton('×', () => drop(code), `Remove ${name}`);
        return make('li', {}, make('span', { textContent: name }), remove);
      }),
    );
  }

  function add(code: string): void {
    codes = [...codes, code];
    input.value = '';
    show(false);
    render();
    changed();
    say(`${places.nameOf(code)} added`);
  }

  function drop(code: string): void {
    codes = codes.filter((one) => one !== code);
    render();
    input.focus();
    show(false);
    changed();
    say(`${places.nameOf(code)} removed`);
  }

  function move(by: number): void {
    if (list.hidden) show(true);
    const options = list.children.length;
    if (options) active = (active + by + options) % options;
    mark();
  }

  /** Enter after a word that may mean another place: the next one takes the first of the list. */
  function ask(text: string): void {
    const named = places.named(text);
    if (named && codes.includes(named.code)) return say(`${named.name} is chosen already`);
    const [first] = list.hidden ? [] : list.children;
    if (!(first instanceof HTMLElement)) return say(`There is no place “${text}”`);
    active = 0;
    mark();
    say(`Do you mean ${places.nameOf(first.dataset.code ?? '')}? Enter takes it, the arrow keys choose another.`);
  }

  input.addEventListener('input', () => show(true));
  input.addEventListener('click', () => show(true));
  input.addEventListener('blur', () => show(false));
  input.addEventListener('keydown', (event) => {
    const { key } = event;
    const chosen = list.children[active];
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(active < 0 ? 0 : -1);
    else if (key === 'Enter' && chosen instanceof HTMLElement && !list.hidden) add(chosen.dataset.code ?? '');
    else if (key === 'Enter' && input.value.trim()) ask(input.value.trim());
    else if (key === 'Enter') return;
    else if (key === 'Escape' && !list.hidden) show(false);
    else if (key === 'Backspace' && !input.value && codes.length) drop(codes.at(-1) ?? '');
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  render();

  return {
    element,
    read: () => codes,
    write(given) {
      codes = given;
      render();
    },
  };
}
