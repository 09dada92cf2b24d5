import { native } from '../../widget/dom/native.ts';

/**
 * Moves the control in the corner above what the page fixes to the foot of the window, such as a suggestion or a banner
 * about cookies: the owner wants to read and press both.
 *
 * @returns looks for it again, in the next frame.
 */
export function keepAboveFoot(box: HTMLElement): () => void {
  let frame = 0;
  // Once in a frame: a page may change in each.
  const lookAgain = () => {
    frame ||= requestAnimationFrame(place);
  };
  let seen: Element | undefined;
  // Also called when a suggestion disappears or wraps.
  const observer = new ResizeObserver(lookAgain);
  observer.observe(box);

  function place(): void {
    frame = 0;
    if (!box.isConnected) return;
    const suggestion = suggestions().find((other) => liesBelow(other, box));
    const top = Math.min(suggestion?.offsetTop ?? innerHeight, topOfFixed(box));
    box.style.setProperty('--geolet-foot', `${innerHeight - top}px`);
    if (suggestion === seen) return;
    if (seen) observer.unobserve(seen);
    if (suggestion) observer.observe(suggestion);
    seen = suggestion;
  }

  // Banners come late, and go when they are answered.
  new MutationObserver(lookAgain).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['class', 'style', 'hidden', 'open'],
  });
  for (const type of ['resize', 'transitionend', 'animationend']) addEventListener(type, lookAgain);
  return lookAgain;
}

/** Where the highest thing begins that is fixed to the foot of the window, in the place of the control. */
function topOfFixed({ offsetLeft, offsetWidth, offsetHeight }: HTMLElement): number {
  const tops = [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((across) =>
    [4, 20, 20 + offsetHeight / 2].flatMap((above) =>
      fixedAt(document, offsetLeft + offsetWidth * across, innerHeight - above),
    ),
  );
  return Math.min(innerHeight, ...tops);
}

/** @returns where each of them begins. What reaches over half of the window is no foot: a dialog, or all of the page. */
function fixedAt(root: Document | ShadowRoot, x: number, y: number): readonly number[] {
  return root.elementsFromPoint(x, y).flatMap((element) => {
    const { localName, shadowRoot } = native(element);
    // A shadow root also tells of what is outside.
    if (localName === 'geo-preview' || element.getRootNode() !== root) return [];
    const inner = shadowRoot ? fixedAt(shadowRoot, x, y) : [];
    if (getComputedStyle(element).position !== 'fixed') return inner;
    const { top } = element.getBoundingClientRect();
    return top > innerHeight / 2 ? [top, ...inner] : inner;
  });
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
