/** What runs in the pages. Each function may use nothing from outside itself. */

/** Whether the widget has answered, every element is defined, and no mark of the server's is left. */
export function isTakenOver(): boolean {
  const waits = [...document.querySelectorAll('geo-if,geo-switch,geo-case,geo-text,geo-currency')].some(
    (element) => !element.matches(':defined'),
  );
  return globalThis.geolet?.visitor !== undefined && !waits && !document.querySelector('[data-geolet-was]');
}

/** Which sections are not as they were written, with their markup now. */
export function changedSections(html: string): (string | undefined)[] {
  const before = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('body>section');
  return [...document.querySelectorAll('body>section')].map((section, index) =>
    before[index]?.isEqualNode(section) ? undefined : section.innerHTML,
  );
}

/** What `explain()` says that is not so, by section. */
export async function wrongWords(): Promise<string[][]> {
  const hasText = (node: Node): boolean => {
    if (node instanceof Text) {
      const range = document.createRange();
      range.selectNode(node);
      return range.getClientRects().length > 0 && node.data.trim() !== '';
    }
    const assigned = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    const children = assigned.length
      ? assigned
      : [...((node instanceof Element && node.shadowRoot) || node).childNodes];
    return children.some(hasText);
  };
  const ours =
    'geo-if,geo-switch,geo-case,geo-text,geo-currency,[data-geo-show],[data-geo-hide],[class*=geo-show-],[class*=geo-hide-]';
  return Promise.all(
    [...document.querySelectorAll('body>section')].map(async (section) => {
      const wrong: string[] = [];
      for (const element of section.querySelectorAll<HTMLElement>(ours)) {
        const said = (await globalThis.geolet?.explain(element)) ?? '';
        const heads = said
          .split('\n')
          .filter((line) => /^<[^>]*>,? (shows|still shows|is hidden|does not show)/.test(line));
        const isAround = /(It does not show, because of what is around it|^Around it):/m;
        const [own = ''] = said.split(isAround);
        const claims = heads.filter((line) => own.includes(line)).map((line) => line.replace(/^<[^>]*>,? /, ''));
        const saysNothing = claims.some((claim) => /^(shows nothing|is hidden|does not show)/.test(claim));
        const saysShows = claims.some((claim) => /^(still )?shows\b(?! nothing)/.test(claim));
        const saysAround = said.includes('It does not show, because of what is around it');
        const isHiddenItself = element.hidden || element.classList.contains('geo-hidden');
        const shows = hasText(element);
        if (saysNothing && saysShows) wrong.push(`both: ${own}`);
        if (shows && (saysNothing || saysAround)) wrong.push(`it shows, but: ${said}`);
        if (isHiddenItself && saysShows) wrong.push(`it is hidden, but: ${own}`);
      }
      return wrong;
    }),
  );
}
