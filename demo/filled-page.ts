import { readFile } from 'node:fs/promises';
import { codeBlock } from './site/code-block.ts';
import { coloured, escaped, inLines } from './site/coloured-markup.ts';
import { masthead } from './site/layout.ts';
import { policy } from './site/policy.ts';
import { citiesInSight, demoVisitors, otherVisitors, yourself } from './visitors.ts';

export interface SiteOptions {
  /** Whether a proxy looks visitors up, as in the demo. A plain host has files of visitors. */
  readonly live: boolean;
}

/** The page as it is served: with the list of visitors, and beside each card its own source, so that the two cannot disagree. */
export async function filledPage({ live }: SiteOptions): Promise<string> {
  const [page = '', styles = '', examples = ''] = await Promise.all(
    ['index.html', 'demo.css', 'examples.js'].map((name) => readFile(new URL(`page/${name}`, import.meta.url), 'utf8')),
  );
  const sources: Readonly<Record<string, (name: string) => string>> = {
    markup: (name) => inLines(dedented(insideOf(page, `data-example="${name}"`)), coloured),
    'style-sheet': (name) =>
      inLines(dedented(between(styles, `/* example: ${name} */`, `/* end: ${name} */`)), escaped),
    function: (name) => inLines(dedented(between(examples, `function ${name}() {`, '\n}')), escaped),
  };
  return page
    .replace('{policy}', policy)
    .replace('{masthead}', () => masthead('index.html'))
    .replace('{cards}', () => listOfCards(page))
    .replace(/^ *<script [^>]*data-without-proxy.*\n/gm, live ? '' : '$&')
    .replace(
      /<code data-(markup|style-sheet|function)="([\w-]+)">(?=<\/code>)/g,
      (code, kind: string, name: string) => code + (sources[kind]?.(name) ?? ''),
    )
    .replace(/<pre class="markup[^<>]* aria-label="([^"]+)"><code[^]*?<\/code><\/pre>/g, (pre, name: string) =>
      codeBlock(pre, { name }),
    )
    .replace(
      /<div class="chips" data-visitors="(cities|others|failures)">/g,
      (chips, kind) => chips + (lists[kind] ?? []).map(chip).join(''),
    );
}

/** Where to jump to: on a phone the cards are longer than anybody scrolls. */
function listOfCards(page: string): string {
  const cards = page.matchAll(/<article class="card" id="([\w-]+)">\s*<div class="card-head">\s*<h3>([^<]+)<\/h3>/g);
  const items = [...cards].map(([, id, name]) => `<li><a href="#${id}">${name}</a></li>`);
  return `<details class="jump"><summary>All ${items.length} cards</summary><nav aria-label="Cards"><ul>${items.join('')}</ul></nav></details>`;
}

const isInSight = ({ id }: { readonly id: string }) => citiesInSight.includes(id);
const lists: Readonly<Record<string, ReadonlyArray<{ readonly id: string; readonly label: string }>>> = {
  cities: demoVisitors.filter(isInSight).toSorted((a, b) => citiesInSight.indexOf(a.id) - citiesInSight.indexOf(b.id)),
  others: [...demoVisitors.filter((visitor) => !isInSight(visitor)), yourself],
  failures: otherVisitors,
};

function chip({ id, label }: { readonly id: string; readonly label: string }): string {
  return `<label class="chip"><input type="radio" name="visitor" value="${id}" autocomplete="off"><span>${escaped(label)}</span></label>`;
}

/** The inner HTML of an element, exactly as it is written. */
function insideOf(page: string, attribute: string): string {
  const start = page.indexOf('>', page.indexOf(attribute)) + 1;
  const name = /^<(\w+)/.exec(page.slice(page.lastIndexOf('<', start - 1)))?.[1];
  let depth = 1;
  for (const tag of page.slice(start).matchAll(new RegExp(`<(/?)${name}\\b`, 'g'))) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return page.slice(start, start + tag.index);
  }
  throw new Error(`The page has no whole element with ${attribute}`);
}

function between(text: string, before: string, after: string): string {
  const [, rest] = text.split(before);
  if (rest === undefined) throw new Error(`There is no ${before}`);
  return rest.split(after)[0] ?? '';
}

function dedented(text: string): string {
  const lines = text
    .trimEnd()
    .replace(/^\s*\n/, '')
    .split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n');
}
