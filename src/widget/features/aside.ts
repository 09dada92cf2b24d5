import { attempt } from '../../rules/attempt.ts';
import { aloneSlot, asideMark, unusedSlot } from '../../rules/markup/written.ts';
import type { Aside, Core } from '../api/core.ts';
import whenIdle from '../boot/when-idle.ts';
import { native } from '../dom/native.ts';

/** Begins a comment that holds a text of the owner's. */
const commentMark = 'geolet:';
/** Stands for that text. Not nothing: an element without a text of its own shows other parts. */
const noWords = '\u200B';
/** Begins the mark of what is aside itself; its own inline `display` follows. */
const self = 'self ';
const withoutText = ['template', 'script', 'style'];

/**
 * A lazy file, fetched by pages where less shows than what is written. It takes the rest from those who read the page
 * without its boxes: reader views, archives, crawlers. They know nothing of slots, but skip comments and what
 * has an inline `display: none`. It waits until frameworks have hydrated, which would take either for a mismatch.
 */
export default async function startAside(core: Core): Promise<Aside> {
  await whenIdle(core);
  const watched = new WeakSet<Node>();
  const observer = new MutationObserver((changes) => {
    const hosts = new Set<Element>();
    for (const { target } of changes) {
      const root = target.getRootNode();
      for (const host of [target, native(target).parentNode, root instanceof ShadowRoot ? root.host : null])
        if (host instanceof Element && watched.has(host)) hosts.add(host);
    }
    for (const host of hosts) update(host);
  });
  return {
    watch(host) {
      const root = native(host).shadowRoot;
      if (!root || watched.has(host)) return;
      watched.add(host);
      observer.observe(root, { subtree: true, attributeFilter: ['hidden'] });
      observer.observe(host, { childList: true, characterData: true, subtree: true, attributeFilter: ['slot'] });
      update(host);
    },
  };
}

function update(host: Element): void {
  const alone = native(host).shadowRoot?.querySelector<HTMLSlotElement>(`slot[name=${aloneSlot}]:not([hidden])`);
  const showsAlone = !!alone?.assignedNodes().length;
  setAside(host, !!alone && !showsAlone);
  const nodes = [...host.childNodes];
  for (const node of nodes) {
    if (node instanceof Element) setAside(node, isUnread(node, showsAlone));
    else if (node instanceof Text && showsAlone) putTextAside(node);
    else if (node instanceof Comment && !showsAlone) bringTextBack(node);
  }
  // For a copy of the page.
  if (showsAlone) host.setAttribute(asideMark, 'parts');
  else if (host.getAttribute(asideMark) === 'parts') host.removeAttribute(asideMark);
}

function isUnread(child: Element, showsAlone: boolean): boolean {
  const slot = native(child).getAttribute('slot');
  return slot === unusedSlot || (showsAlone && slot !== aloneSlot && !withoutText.includes(child.localName));
}

/** Not by `hidden`, which the element itself writes, and not by `aria-hidden`: checkers take a link in it for a trap. */
function setAside(element: Element, hides: boolean): void {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
  const mark = element.getAttribute(asideMark);
  const { style } = element;
  if (hides && !mark?.startsWith(self)) {
    element.setAttribute(asideMark, self + style.display);
    style.display = 'none';
  } else if (!hides && mark?.startsWith(self)) {
    style.display = mark.slice(self.length);
    if (!element.getAttribute('style')) element.removeAttribute('style');
    element.removeAttribute(asideMark);
  }
}

/** The text node stays: a framework may write into it, or remove it. */
function putTextAside(text: Text): void {
  // Half of a surrogate pair cannot be encoded.
  const words = text.data.trim() && text.data !== noWords && attempt(() => encodeURIComponent(text.data));
  if (!words) return;
  const before = text.previousSibling;
  if (before instanceof Comment && before.data.startsWith(commentMark)) before.data = commentMark + words;
  else text.before(native(document).createComment(commentMark + words));
  text.data = noWords;
}

function bringTextBack(comment: Comment): void {
  if (!comment.data.startsWith(commentMark)) return;
  const text = comment.nextSibling;
  if (text instanceof Text && text.data.startsWith(noWords))
    text.data = attempt(() => decodeURIComponent(comment.data.slice(commentMark.length))) + text.data.slice(1);
  comment.remove();
}
