import { readFileSync } from 'node:fs';
import { imageSize } from 'image-size';
import { Marked, type Token, type Tokens } from 'marked';
import { addressOf, documents, pathBetween } from './addresses.ts';
import { codeBlock } from './code-block.ts';
import { coloured, escaped, inLines } from './coloured-markup.ts';
import { contentsFor } from './contents.ts';
import { layout } from './layout.ts';
import { liveAddress, liveExample, visitorChoice } from './live-example.ts';
import { playgroundLink } from '../page/playground/link.js';
import { textOf, titleIn } from './source.ts';

/** The pictures in documents. */
export const picture = /^docs\/pictures\/[a-z-]+\.jpg$/;

interface Heading {
  readonly anchor: string;
  readonly name: string;
}

/** @returns the document at an address as a page, or undefined if there is none. */
export async function documentPage(address: string): Promise<string | undefined> {
  const file = documents.get(address);
  const text = file === undefined ? undefined : await textOf(file);
  if (file === undefined || text === undefined) return undefined;
  const title = titleIn(text) ?? file;
  const headings: Heading[] = [];
  const main = file.endsWith('.md')
    ? fromMarkdown(text, file, headings)
    : `<h1>${file}</h1><pre>${escaped(text)}</pre>`;
  const isLive = address === liveAddress;
  const body = `<div class="page">
${await contentsFor(address)}
<main class="document" id="main">
<p class="to-contents"><a href="#contents">All pages</a></p>
${isLive ? main.replace('</h1>\n', `</h1>\n${visitorChoice}`) : main}
</main>
${onThisPage(headings)}
</div>`;
  const scripts = ['copy.js', ...(isLive ? ['live-examples.js'] : [])];
  return layout({ address, title, description: descriptionOf(text, title), body, scripts, hasGeolet: isLive });
}

function fromMarkdown(text: string, file: string, headings: Heading[]): string {
  const address = addressOf(file) ?? file;
  const anchors = new Set<string>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, raw }) {
        const anchor = anchorOf(raw, anchors);
        const name = this.parser.parseInline(tokens);
        if (depth === 2) headings.push({ anchor, name: name.replace(/<\/?a\b[^<>]*>/g, '') });
        return `<h${depth} id="${anchor}">${name}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const link = linkFrom(address, file, href);
        return link === undefined ? words : `<a href="${escaped(link)}">${words}</a>`;
      },
      image({ href, text: words }) {
        const path = pathIn(file, href);
        return `<img src="${escaped(href)}" alt="${escaped(words)}"${picture.test(path) ? sizeOf(path) : ''}>`;
      },
      code: (code) => codeOf(code, address),
      table(token) {
        const cell = ({ tokens, header }: Tokens.TableCell) =>
          header && tokens.length
            ? `<th scope="col">${this.parser.parseInline(tokens)}</th>`
            : `<td>${this.parser.parseInline(tokens)}</td>`;
        const [head, ...rows] = [token.header, ...token.rows].map((row) => `<tr>${row.map(cell).join('')}</tr>`);
        return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** Undefined for a file that the site does not have, such as a source. */
function linkFrom(address: string, file: string, href: string): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const to = addressOf(pathIn(file, href));
  return to && pathBetween(address, to) + (/#.*/.exec(href)?.[0] ?? '');
}

function pathIn(file: string, href: string): string {
  return new URL(href, `file:///${file}`).pathname.slice(1);
}

function codeOf({ text, lang }: Tokens.Code, address: string): string {
  // Drawings keep whole lines, and scroll if they are too wide.
  if (/[┌─►]/.test(text)) return `<pre class="markup drawing" tabindex="0"><code>${escaped(text)}</code></pre>\n`;
  const code = `<pre class="markup"><code>${inLines(text, lang === 'html' ? coloured : escaped)}</code></pre>`;
  const tryAt =
    lang === 'html' && canBeTried(text)
      ? pathBetween(address, `playground.html${playgroundLink({ markup: text, visitor: 'osaka' })}`)
      : undefined;
  const block = codeBlock(code, { tryAt });
  return `${lang === 'html' && address === liveAddress ? liveExample(text, block) : block}\n`;
}

/** Whether the playground shows more than a page without Geolet would. A script's own file is not there. */
function canBeTried(markup: string): boolean {
  return (
    /<geo-|\bdata-geo-(?!settings|record)|geo-(?:show|hide)-/.test(markup) && !/<script\b[^<>]*\ssrc=/.test(markup)
  );
}

/** Reserves the picture's space, so that nothing moves when it comes. */
function sizeOf(path: string): string {
  const { width, height } = imageSize(readFileSync(new URL(`../../${path}`, import.meta.url)));
  return ` width="${width}" height="${height}"`;
}

function onThisPage(headings: readonly Heading[]): string {
  if (headings.length < 3) return '';
  const items = headings.map(({ anchor, name }) => `<li><a href="#${anchor}">${name}</a></li>`);
  return `<nav class="on-this-page" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

/** The first paragraph without its markup, as long as search engines show it. */
function descriptionOf(text: string, title: string): string {
  const tokens: Token[] = new Marked().lexer(text);
  const paragraph = tokens.find((token) => token.type === 'paragraph' && !token.raw.startsWith('!'));
  const words = (paragraph ? plain([paragraph]) : title).replace(/\s+/g, ' ').trim();
  return words.length > 158 ? `${words.slice(0, 155).replace(/\s\S*$/, '')} …` : words;
}

function plain(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join('');
}

function wordsOf(token: Token): string {
  if ('tokens' in token && token.tokens) return plain(token.tokens);
  return 'text' in token ? (token.text as string) : '';
}

/** The same as on GitHub. */
function anchorOf(heading: string, taken: Set<string>): string {
  const slug = heading
    .toLowerCase()
    .replace(/^#+ /, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  let anchor = slug;
  for (let count = 1; taken.has(anchor); count++) anchor = `${slug}-${count}`;
  taken.add(anchor);
  return anchor;
}
