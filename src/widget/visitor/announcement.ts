import { whenQuiet } from '../bindings/when-quiet.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';

/** By then it is spoken. An empty region that stays is read as one more part of the page. */
const spokenMs = 10_000;

let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let stopWaiting: (() => void) | undefined;

/**
 * Announces to screen readers what the visitor's own choice has changed, once and politely. Nothing else is
 * announced: what changes by itself has mostly not been read yet.
 */
export function announce(core: Core): void {
  if (core.signal.aborted) return;
  region ??= createRegion(core);
  region.textContent = '';
  native(document).body?.append(region);
  clearTimeout(timer);
  stopWaiting?.();
  stopWaiting = whenQuiet(core.watch, core.elementsOnPage?.size ?? 0, () => {
    if (region) region.textContent = wordsOf(core);
    timer = setTimeout(() => region?.remove(), spokenMs);
  });
}

function createRegion({ visitor, watch }: Core): HTMLElement {
  const created = native(document).createElement('div');
  created.setAttribute('role', 'status');
  // Set by CSSOM, which a Content Security Policy allows. `display: none` would silence the region.
  Object.assign(created.style, {
    position: 'fixed',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  });
  // Withdrawn consent and `destroy()` restore the page.
  watch(() => visitor.facts?.record || created.remove());
  return created;
}

/** The owner's words, or else the names of country and currency in the page's language. */
function wordsOf({ block, visitor: { facts }, localeOf, rules, report }: Core): string {
  const owners = block('announce');
  const locale = localeOf(native(document).documentElement);
  const fill = (text: string) => {
    const template = rules.parseTemplate(text);
    if (!template) report('unusable-template', text);
    return facts && template && rules.fillTemplate(template, facts, 'text', locale);
  };
  if (typeof owners === 'string') return (owners && fill(owners)) || '';
  return ['{country}', '{currency}'].map(fill).filter(Boolean).join(', ');
}
