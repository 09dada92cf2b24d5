import { native } from '../../widget/dom/native.ts';

/**
 * Moves the control in the corner above a suggestion at the foot of the window: the owner wants to read both.
 *
 * @returns looks for a suggestion again, in the next frame.
 */
export function keepAboveSuggestion(box: HTMLElement): () => void {
  let seen: Element | undefined;
  // Also called when a suggestion disappears or wraps.
  const observer = new ResizeObserver(place);

  function place(): void {
    const suggestion = suggestions().find((other) => liesBelow(other, box));
    box.style.marginBlockEnd = suggestion ? `${innerHeight - suggestion.offsetTop}px` : '';
    if (suggestion === seen) return;
    observer.disconnect();
    if (suggestion) observer.observe(suggestion);
    seen = suggestion;
  }

  return () => void requestAnimationFrame(place);
}

/** Takes suggestions out of the browser's top layer: nothing of the page can lie over what is there. */
export function lowerSuggestions(): void {
  for (const suggestion of suggestions()) suggestion.popover = null;
}

function suggestions(): HTMLElement[] {
  return [...native(document).querySelectorAll('geo-suggest')]
    .map((host) => host.shadowRoot?.querySelector<HTMLElement>('[part=box]'))
    .filter((box) => !!box);
}

/** Ignores transforms, so that a suggestion that still moves in counts as where it will be. */
function liesBelow({ offsetLeft, offsetTop, offsetWidth }: HTMLElement, box: HTMLElement): boolean {
  return (
    offsetWidth > 0 &&
    offsetTop >= innerHeight / 2 &&
    offsetLeft < box.offsetLeft + box.offsetWidth &&
    offsetLeft + offsetWidth > box.offsetLeft
  );
}
