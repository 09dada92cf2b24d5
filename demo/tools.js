// @ts-check

/** @param {string} id */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}

/**
 * @param {Event} event
 * @param {string} selector
 */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
export function create(name, attributes = {}, children = []) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...children);
  return created;
}

/** @param {string} address */
export async function fetchText(address) {
  const answer = await fetch(address);
  return answer.ok ? answer.text() : '';
}

/** @param {string} address */
export async function fetchJson(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {Element} code
 * @param {string} text
 */
export function paint(code, text) {
  const parts = text.matchAll(/(?<tag><\/?[\w-]+|\/?>)|(?<name>[\w-]+(?==")|(?<=\s)(?:hidden|eu)(?=[\s>]))|(?<value>"[^"]*")|(?<rest>[^<>"\s]+|\s+|.)/g);
  const nodes = [...parts].map(({ 0: words, groups = {} }) => {
    const part = ['tag', 'name', 'value'].find((name) => groups[name] !== undefined);
    return part ? create('span', { 'data-part': part }, [words]) : words;
  });
  code.replaceChildren(...nodes);
}
