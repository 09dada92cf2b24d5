/**
 * What a visitor reads below an element: text that has a box, shadow roots included, in order. Runs in the page, so it
 * may use nothing from outside itself.
 */
export function visibleText(selector: string): string {
  const read = (node: Node): string => {
    if (node instanceof Text) {
      const range = document.createRange();
      range.selectNode(node);
      return range.getClientRects().length ? node.data : '';
    }
    // For screen readers alone.
    if (node instanceof Element && getComputedStyle(node).clipPath === 'inset(50%)') return '';
    const assigned = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    const children = assigned.length
      ? assigned
      : [...((node instanceof Element && node.shadowRoot) || node).childNodes];
    const text = children.map(read).join('');
    const flows = !(node instanceof Element) || /^(inline|contents|none)/.test(getComputedStyle(node).display);
    return flows ? text : ` ${text} `;
  };
  const root = document.querySelector(selector);
  return root ? read(root).replace(/\s+/g, ' ').trim() : `nothing is ${selector}`;
}
