import type { Frame, Page } from '@playwright/test';

/** @returns what a reader of the page can't read: text that is cut off, that sticks out of the window, or that lies over other text. */
export function layoutFaults(page: Frame | Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Line {
      readonly words: string;
      readonly parent: Element;
      readonly box: DOMRect;
    }

    interface Clipper {
      readonly overflowX: string;
      readonly overflowY: string;
      readonly margin: number;
      readonly box: DOMRect;
    }

    const cuts = /^(hidden|clip)$/;
    const scrolls = /^(auto|scroll)$/;
    const faults = new Set<string>();
    const lines: Line[] = [];
    const clippers = new Map<Element, readonly Clipper[]>();

    /** Above it in what is painted: slots and shadow roots count. */
    function parentOf(element: Element): Element | null {
      const root = element.getRootNode();
      return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    }

    function collect(node: Node): void {
      if (node instanceof Text) {
        const parent = node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as ShadowRoot).host;
        if (!node.data.trim() || !parent) return;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects())
          if (box.width > 1) lines.push({ words: node.data.trim().replace(/\s+/g, ' '), parent, box });
        return;
      }
      if (node instanceof HTMLElement) {
        const { visibility, clipPath, position, display } = getComputedStyle(node);
        // For those who listen, or over everything on purpose.
        if (
          node.matches('script, style, template, noscript, select, .skip, .why, details:not([open]) > :not(summary)') ||
          visibility === 'hidden' ||
          clipPath === 'inset(50%)' ||
          position === 'fixed' ||
          display === 'none'
        )
          return;
      }
      const root = node instanceof Element ? node.shadowRoot : null;
      const children =
        node instanceof HTMLSlotElement && node.assignedNodes().length
          ? node.assignedNodes()
          : (root ?? node).childNodes;
      for (const child of children) collect(child);
    }

    function name({ words, parent }: Line): string {
      return `${parent.closest('[id]')?.id ?? parent.localName}: ${words.slice(0, 50)}`;
    }

    /** What cuts off its contents, or scrolls them, from the inside out. */
    function clippersOf(element: Element | null): readonly Clipper[] {
      if (!element || element === document.body) return [];
      const known = clippers.get(element);
      if (known) return known;
      const { overflowX, overflowY, overflowClipMargin } = getComputedStyle(element);
      const outer = clippersOf(parentOf(element));
      const margin = (overflowX === 'clip' ? parseFloat(overflowClipMargin) || 0 : 0) + 1;
      const found =
        overflowX === 'visible' && overflowY === 'visible'
          ? outer
          : [{ overflowX, overflowY, margin, box: element.getBoundingClientRect() }, ...outer];
      clippers.set(element, found);
      return found;
    }

    function lookForCuts(line: Line): void {
      const { left, right } = line.box;
      // Of a high line the letters count, not the room above and below them.
      const middle = (line.box.top + line.box.bottom) / 2;
      const half = Math.min(line.box.height, parseFloat(getComputedStyle(line.parent).fontSize)) / 2;
      let isScrolled = false;
      for (const { overflowX, overflowY, margin, box } of clippersOf(line.parent)) {
        if (scrolls.test(overflowX)) isScrolled = true;
        else if (cuts.test(overflowX) && !isScrolled && (left < box.left - margin || right > box.right + margin))
          faults.add(`cut off at the side: ${name(line)}`);
        if (scrolls.test(overflowY)) return;
        if (cuts.test(overflowY) && (middle - half < box.top - margin || middle + half > box.bottom + margin))
          faults.add(`cut off above or below: ${name(line)}`);
      }
      if (!isScrolled && (left < -1 || right > innerWidth + 1)) faults.add(`out of the window: ${name(line)}`);
    }

    /** The letters of a line that show, without the room above and below them: lines of a heading stand closer than their fonts are high. */
    function lettersOf(line: Line): { line: Line; left: number; right: number; top: number; bottom: number } {
      const room = line.box.height * 0.3;
      const shown = {
        line,
        left: line.box.left + 1,
        right: line.box.right - 1,
        top: line.box.top + room,
        bottom: line.box.bottom - room,
      };
      for (const { box } of clippersOf(line.parent)) {
        Object.assign(shown, {
          left: Math.max(shown.left, box.left),
          right: Math.min(shown.right, box.right),
          top: Math.max(shown.top, box.top),
          bottom: Math.min(shown.bottom, box.bottom),
        });
      }
      return shown;
    }

    function lookForOverlaps(): void {
      const boxes = lines
        .map(lettersOf)
        .filter(({ left, right, top, bottom }) => left < right && top < bottom)
        .toSorted((a, b) => a.top - b.top);
      for (const [index, one] of boxes.entries()) {
        for (let next = index + 1; next < boxes.length; next++) {
          const other = boxes[next];
          if (!other || other.top >= one.bottom) break;
          if (other.left < one.right && one.left < other.right)
            faults.add(`over each other: ${name(one.line)} / ${name(other.line)}`);
        }
      }
    }

    // What sticks to the window lies over what was scrolled under it.
    scrollTo({ top: 0, behavior: 'instant' });
    collect(document.body);
    lines.forEach(lookForCuts);
    lookForOverlaps();
    if (document.documentElement.scrollWidth > innerWidth)
      faults.add(`wider than the window: ${document.documentElement.scrollWidth}`);
    for (const select of [...document.querySelectorAll('select, geo-select')].map(
      (select) => select.shadowRoot?.querySelector('select') ?? select,
    )) {
      const { right, left } = select.getBoundingClientRect();
      if (left < -1 || right > innerWidth + 1) faults.add(`out of the window: the list ${select.ariaLabel}`);
    }
    return [...faults];
  });
}

/** @returns what the keyboard reaches, but its reader doesn't see: it has no box, or lies under something once it has the focus. */
export function outOfSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reachable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const roots: ParentNode[] = [
      document,
      ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
    ];
    const elements = roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(reachable)]);
    const unseen = elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'))
      .filter((element) => {
        element.focus();
        // Its label is what shows of a radio button.
        const shown = element.matches('.chip input') ? (element.nextElementSibling ?? element) : element;
        const { left, right, top, width, height } = shown.getBoundingClientRect();
        const root = element.getRootNode();
        const host = root instanceof ShadowRoot ? root.host : element;
        // Of something taller than the window a part will do.
        return (
          !width ||
          ![0.02, 0.25, 0.5, 0.75, 0.98].some((part) => {
            const above = document.elementFromPoint(
              Math.min(Math.max((left + right) / 2, 1), innerWidth - 1),
              top + height * part,
            );
            return !!above && (host.contains(above) || above.contains(host) || !!above.parentElement?.contains(shown));
          })
        );
      });
    return unseen.map((element) =>
      `${element.localName} ${element.id} ${element.ariaLabel ?? element.textContent ?? ''}`
        .replace(/\s+/g, ' ')
        .slice(0, 60),
    );
  });
}
