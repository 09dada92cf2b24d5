import { fold } from '../../../rules/text/normalize.ts';

/** After a longer pause a new name begins, as in native lists. */
const pauseMs = 1000;

/**
 * Finds options of a list as somebody types. A native list does that by how an option's text begins, and for `Germany –
 * Deutschland` that is the name in the page's language. Where it finds nothing, both names count, without their accents.
 */
export function findByEitherName(select: HTMLSelectElement): void {
  let typed = '';
  let typedAt = 0;
  select.addEventListener('keydown', (event) => {
    const { key, timeStamp, ctrlKey, altKey, metaKey } = event;
    if (key.length > 1 || ctrlKey || altKey || metaKey) return;
    typed = (timeStamp - typedAt < pauseMs ? typed : '') + key.toLowerCase();
    typedAt = timeStamp;
    const options = Array.from(select.options);
    if (!fold(typed) || options.some(({ text }) => text.toLowerCase().startsWith(typed))) return;
    const found = options.find(({ text }) => text.split(' – ').some((name) => fold(name).startsWith(fold(typed))));
    if (!found) return;
    event.preventDefault();
    if (found.selected) return;
    found.selected = true;
    select.dispatchEvent(new Event('change'));
  });
}
