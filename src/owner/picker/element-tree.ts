import { native } from '../../widget/dom/native.ts';
import { nameOf } from './element-name.ts';
import { make, withQuotes } from './make.ts';

/** The page as a tree: up and down, into an element and out of it. */
export interface ElementTree {
  readonly element: HTMLElement;
  /** Shows the tree with this element at hand. */
  open(at: Element): void;
  close(): void;
}

const notListed = /^(script|style|template|noscript|link|meta|br|source|track|wbr|base|title)$/;
/** Longer lists are read by nobody. */
const mostChildren = 300;

export interface TreeEvents {
  /** The focus is on it. */
  over(element: Element | undefined): void;
  take(element: Element): void;
  /** The panel may lie over it. */
  reveal(element: Element): void;
}

export function createElementTree({ over, take, reveal }: TreeEvents): ElementTree {
  const element = make('div', { role: 'tree', ariaLabel: 'Elements of the page', hidden: true });
  const expanded = new Set<Element>();
  let items = new Map<Element, HTMLElement>();
  let current: Element | undefined;

  function render(): void {
    items = new Map();
    add(native(document).body, 1);
    element.replaceChildren(...items.values());
  }

  function add(node: Element, level: number): void {
    const children = listedChildren(node).filter(
      (child, index) => index < mostChildren || child === current || expanded.has(child),
    );
    const marker = make('span', { className: 'marker', ariaHidden: 'true' });
    const item = make(
      'div',
      { role: 'treeitem', tabIndex: -1, ariaLevel: String(level) },
      marker,
      ...withQuotes(nameOf(node)),
    );
    item.style.paddingInlineStart = `${Math.min(level, 12) * 0.75}em`;
    if (children.length) item.ariaExpanded = String(expanded.has(node));
    item.ariaSelected = String(node === current);
    item.addEventListener('focus', () => over(node));
    item.addEventListener('click', ({ target }) => {
      if (target === marker && children.length) turn(node);
      else take(node);
    });
    items.set(node, item);
    if (expanded.has(node)) for (const child of children) add(child, level + 1);
  }

  function go(to: Element | null | undefined): void {
    if (!to) return;
    current = to;
    for (let parent = native(to).parentElement; parent; parent = native(parent).parentElement) expanded.add(parent);
    render();
    const item = items.get(to);
    if (!item) return;
    item.tabIndex = 0;
    native(to).scrollIntoView({ block: 'nearest' });
    reveal(to);
    item.focus();
    item.scrollIntoView({ block: 'nearest' });
  }

  /** Opens or closes it. */
  function turn(node: Element): void {
    if (!expanded.delete(node)) expanded.add(node);
    go(node);
  }

  function press(key: string): boolean {
    if (!current) return false;
    const node = current;
    const order = [...items.keys()];
    const index = order.indexOf(node);
    const children = listedChildren(node);
    if (key === 'ArrowDown') go(order[index + 1]);
    else if (key === 'ArrowUp') go(order[index - 1]);
    else if (key === 'Home') go(order[0]);
    else if (key === 'End') go(order.at(-1));
    else if (key === 'ArrowRight' && children.length) {
      const isOpen = expanded.has(node);
      expanded.add(node);
      go(isOpen ? children[0] : node);
    } else if (key === 'ArrowLeft') {
      if (expanded.delete(node)) go(node);
      else if (node !== native(document).body) go(native(node).parentElement);
    } else if (key === 'Enter' || key === ' ') take(node);
    else return false;
    return true;
  }

  element.addEventListener('keydown', (event) => {
    if (!press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element,
    open(at) {
      element.hidden = false;
      expanded.clear();
      expanded.add(native(document).body);
      go(at);
    },
    close() {
      element.hidden = true;
      element.replaceChildren();
      over(undefined);
    },
  };
}

export function listedChildren(node: Element): readonly Element[] {
  return [...native(node).children].filter(
    (child) => !notListed.test(native(child).localName) && native(child).localName !== 'geo-preview',
  );
}
