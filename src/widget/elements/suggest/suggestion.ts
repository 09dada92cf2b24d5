import { destinationOf } from '../../../rules/destination.ts';
import type { Core } from '../../api/core.ts';
import { override, restore } from '../../../rules/markup/plan.ts';
import { carryOut } from '../../dom/page-markup.ts';
import type { OpenSuggestion } from '../lazy-parts.ts';
import { buildSuggestion } from './suggestion-box.ts';
import { suggestionStyle } from './suggestion-style.ts';
import { showInTopLayer } from './top-layer.ts';
import { attributeReader } from '../../dom/attribute-reader.ts';
import { native } from '../../dom/native.ts';

/** A lazy file, fetched when a suggestion opens. */
export default function startSuggestion({ report, closestAround }: Core): OpenSuggestion {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(suggestionStyle);

  return (host, answered) => {
    const { shadowRoot } = host;
    const read = (name: string) => host.getAttribute(name) ?? '';
    const written = read('href').trim();
    const href = destinationOf(written, location.href);
    const listening = new AbortController();
    const { signal } = listening;
    /** The element that had the focus before it moved in here. */
    let focused: EventTarget | null = null;
    if (written && !href) report('unsafe-binding', host._source);
    carryOut(override(attributeReader, host, 'hidden', null));
    const { box, close } = buildSuggestion(
      { href, override: read('override'), label: read('label'), close: read('close'), lang: host.lang },
      answered,
    );
    // Firefox does not inherit it into a shadow tree.
    const inLanguage = closestAround(host, '[lang]');
    const lang = inLanguage && native(inLanguage).getAttribute('lang');
    if (lang) box.lang = lang;
    if (shadowRoot) {
      shadowRoot.adoptedStyleSheets = [sheet];
      shadowRoot.replaceChildren(box);
      showInTopLayer(box, close, signal);
    }
    const rememberFocus = ({ relatedTarget }: FocusEvent) => {
      focused = relatedTarget;
    };
    host.addEventListener('focusin', rememberFocus, { signal });
    // Escape closes it from anywhere on the page, except where Escape has another meaning.
    native(document).addEventListener(
      'keydown',
      (event) => {
        const elsewhere = event
          .composedPath()
          .some(
            (target) =>
              target instanceof Element &&
              target !== box &&
              native(target).matches('input,textarea,select,dialog,[popover],[role=dialog],[contenteditable]'),
          );
        if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && !elsewhere) answered();
      },
      { signal },
    );

    return () => {
      // Move the focus back before the bar is hidden and loses it.
      if (shadowRoot?.querySelector(':focus-within') && focused instanceof HTMLElement)
        focused.focus({ preventScroll: true });
      listening.abort();
      carryOut(restore(attributeReader, host, 'hidden'));
    };
  };
}
