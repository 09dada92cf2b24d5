import { listOf, planVisibility, visibilityIn } from '../../rules/markup/plan.ts';
import { tokensOf } from '../../rules/text/normalize.ts';
import type { Own } from '../dom/native.ts';
import { writeOwnAttribute } from '../dom/nodes.ts';

/** One thing of an element that a binding writes and can put back. */
export interface WriteTarget {
  /**
   * Reads what stands there now. Undefined means that it must be left alone for the moment.
   *
   * @param written what we wrote before, as it read back.
   */
  read(element: Own, written: string | null | undefined): string | null | undefined;
  /** @returns how it reads now. */
  write(element: Own, value: string | null, written: string | null | undefined): string | null;
}

/** What each of several texts said by itself, and what we made of it. */
const ownTexts = new WeakMap<Text, readonly [own: string, written: string]>();

/**
 * The text of an element without element children. It writes the first text node, so that a framework keeps its nodes:
 * for `${price}` React makes two, and later writes one of them. If a translator or a script has put elements inside, the
 * text is theirs.
 */
export const textTarget: WriteTarget = {
  read(element, written) {
    const only = onlyText(element);
    if (only) return only.data;
    if (element.firstElementChild) return undefined;
    if (element.textContent !== written)
      for (const node of textsOf(element)) if (node.data !== ownText(node)) node.data = ownText(node);
    return element.firstChild && element.textContent;
  },
  write(element, value) {
    const only = onlyText(element);
    if (only && value !== null) {
      only.data = value;
      return value;
    }
    if (value === null) element.textContent = '';
    const nodes = textsOf(element);
    const own = nodes.map(ownText);
    const isOwn = own.join('') === value;
    for (const [index, node] of nodes.entries()) {
      const before = own[index] ?? '';
      const ours = index === 0 ? (value ?? '') : '';
      node.data = isOwn ? before : ours;
      ownTexts.set(node, [before, node.data]);
    }
    if (value && !nodes.length) element.append(value);
    return value;
  },
};

/** Nearly all texts are one node. Faster than `textContent`. */
function onlyText({ firstChild }: Own): Text | undefined {
  return firstChild instanceof Text && !firstChild.nextSibling ? firstChild : undefined;
}

function textsOf(element: Own): Text[] {
  return [...element.childNodes].filter((node) => node instanceof Text);
}

function ownText(node: Text): string {
  const [own = '', written] = ownTexts.get(node) ?? [];
  return written === node.data ? own : node.data;
}

export function attributeTarget(name: string): WriteTarget {
  return {
    read: (element) => element.getAttribute(name),
    write(element, value) {
      writeOwnAttribute(element, name, value);
      return value;
    },
  };
}

/** The classes that a binding adds. It reads those of them that are there, and never removes one of the owner's. */
export const classTarget: WriteTarget = {
  read(element, written) {
    const classes = tokensOf(element.getAttribute('class'));
    return tokensOf(written)
      .filter((token) => classes.includes(token))
      .join(' ');
  },
  write(element, value, written) {
    const added = tokensOf(written);
    const classes = tokensOf(element.getAttribute('class'));
    const owners = classes.filter((token) => !added.includes(token));
    const tokens = tokensOf(value).filter((token) => !owners.includes(token));
    const wanted = listOf([...owners, ...tokens]);
    // What is written again without need would be followed again, without end.
    if (element.getAttribute('class') !== wanted) writeOwnAttribute(element, 'class', wanted);
    return tokens.join(' ');
  },
};

/** Whether an element shows, as `visibilityIn` reads it. */
export const visibilityTarget: WriteTarget = {
  read: (element) => visibilityIn(element.localName, element.getAttribute('class'), element.getAttribute('hidden')),
  write(element, value) {
    planVisibility(element.localName, element.getAttribute('class'), value, (name, wanted) =>
      writeOwnAttribute(element, name, wanted),
    );
    return value;
  },
};
