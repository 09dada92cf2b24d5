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

/**
 * What `explain()` says of a value that is not what the page shows, by section: what each placeholder came to, put into
 * the template, is the text; and nothing is still about to show.
 */
export async function wrongValues(): Promise<string[][]> {
  const values = 'geo-text,geo-currency,[data-geo-text]';
  return Promise.all(
    [...document.querySelectorAll('body>section')].map(async (section) => {
      const wrong: string[] = [];
      for (const element of section.querySelectorAll(values)) {
        const said = (await globalThis.geolet?.explain(element)) ?? '';
        const [own = ''] = said.split(/It does not show, because of what is around it|^Around it/m);
        if (own.includes('about to show')) wrong.push(`it has shown what it will show, but: ${own}`);
        const isElement = element.localName === 'geo-text';
        const template = element.getAttribute(isElement ? 'template' : 'data-geo-text');
        const shown = (isElement ? element.shadowRoot?.querySelector('[part~=value]') : element)?.textContent;
        const start = own.search(
          isElement ? /^<geo-text.* shows ".*" instead of/m : /^data-geo-text=".*" has written/m,
        );
        if (start < 0 || !template) continue;
        const told = [...own.slice(start).matchAll(/^ +\{[\w-]+\} → (?:its alternative "(.*)"; .*|(.*))$/gm)];
        const filled = template.replace(/\{[^{}]*\}/g, () => {
          const [, alternative, value = ''] = told.shift() ?? [];
          return alternative ?? value;
        });
        if (filled !== shown) wrong.push(`it shows "${shown}", but by its words it is "${filled}": ${own}`);
      }
      return wrong;
    }),
  );
}
