import type { Core } from '../core.ts';
import { native } from '../native.ts';

/** Until a screen reader knows of a new live region; what it says at once, many leave out. */
const noticeMs = 200;

let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Says what a visitor's own choice has changed, once and politely, to those who listen to the page. Nothing else is ever
 * announced: what changes by itself has mostly not been read yet.
 */
export function announce(core: Core): void {
  if (core.signal.aborted) return;
  if (!region) {
    region = native(document).createElement('div');
    region.setAttribute('role', 'status');
    // By CSSOM, which a Content Security Policy allows; `display: none` would silence it.
    Object.assign(region.style, {
      position: 'fixed',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    });
    // Withdrawn consent and `destroy()` put the page back as it was.
    core.watch(() => core.visitor.facts?.record || region?.remove());
  }
  region.textContent = '';
  native(document).body?.append(region);
  clearTimeout(timer);
  timer = setTimeout(() => region && (region.textContent = wordsOf(core)), noticeMs);
}

/** The owner's words, else the names of country and currency in the page's language. */
function wordsOf({ block, visitor: { facts }, localeOf, rules, report }: Core): string {
  const owners = block('announce');
  const locale = localeOf(native(document).documentElement);
  const fill = (text: string) => {
    const template = rules.parseTemplate(text);
    if (!template) report('unusable-template', text);
    return facts && template && rules.fillTemplate(template, facts, 'text', locale);
  };
  return typeof owners === 'string'
    ? (owners && fill(owners)) || ''
    : ['{country}', '{currency}'].map(fill).filter(Boolean).join(', ');
}
