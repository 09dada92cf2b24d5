import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { imageSize } from 'image-size';
import { Marked, type Tokens } from 'marked';
import { coloured, escaped, inLines } from './coloured-markup.ts';

/** Documents of the repository that the page and other documents link to, by their addresses. */
export const documents =
  /^\/(?:(?:README|CONTRIBUTING|CHANGELOG|(?:docs|docs\/decisions|bench|bench\/server|scripts\/(?:fonts|tables))\/[\w-]+)\.md|LICENSE|NOTICE|docs\/decisions)$/;
/** The pictures in them. */
export const picture = /^\/docs\/pictures\/[a-z-]+\.jpg$/;
const decisions = '/docs/decisions';

/** @returns the document at an address as a page, or undefined if there is none. */
export async function documentPage(path: string): Promise<string | undefined> {
  const text = path === decisions ? await listOfDecisions() : await textOf(path);
  if (text === undefined) return undefined;
  const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path.slice(1);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Geolet</title>
<link rel="icon" href="/pictures/icon.svg" type="image/svg+xml">
<link rel="preload" href="/fonts/figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/fonts/noto-serif-display.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/fonts.css">
<link rel="stylesheet" href="/demo.css">
<link rel="stylesheet" href="/document.css">
</head>
<body>
<header class="masthead">
<a class="wordmark" href="/"><img src="/pictures/icon.svg" width="30" height="30" alt="">Geolet</a>
<nav aria-label="Documents"><a href="/">Demo</a> <a href="/README.md">Read me</a> <a href="/docs/README.md">Documentation</a></nav>
</header>
<main class="document">
${path.endsWith('.md') || path === decisions ? written(text, path) : `<h1>${path.slice(1)}</h1><pre>${escaped(text)}</pre>`}
</main>
</body>
</html>
`;
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(new URL(`..${path}`, import.meta.url), 'utf8').catch(() => undefined);
}

async function listOfDecisions(): Promise<string> {
  const names = (await readdir(new URL(`..${decisions}`, import.meta.url)))
    .filter((name) => name.endsWith('.md'))
    .toSorted();
  const titles = await Promise.all(
    names.map(async (name) => /^# (.+)$/m.exec((await textOf(`${decisions}/${name}`)) ?? '')?.[1] ?? name),
  );
  return ['# Decisions', '', ...names.map((name, index) => `- [${titles[index]}](decisions/${name})`)].join('\n');
}

function written(text: string, path: string): string {
  const anchors = new Set<string>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, raw }) {
        return `<h${depth} id="${anchorOf(raw, anchors)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const { protocol, pathname } = new URL(href, `file://${path}`);
        // The demo does not serve sources.
        return protocol === 'file:' && !documents.test(pathname) ? words : `<a href="${escaped(href)}">${words}</a>`;
      },
      image({ href, text }) {
        const { pathname } = new URL(href, `file://${path}`);
        return `<img src="${escaped(href)}" alt="${escaped(text)}"${picture.test(pathname) ? sizeOf(pathname) : ''}>`;
      },
      code({ text, lang }) {
        // Drawings keep whole lines, and scroll if they are too wide.
        if (/[┌─►]/.test(text)) return `<pre class="markup drawing" tabindex="0"><code>${escaped(text)}</code></pre>\n`;
        return `<pre class="markup"><code>${inLines(text, lang === 'html' ? coloured : escaped)}</code></pre>\n`;
      },
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

/** Reserves the picture's space, so that nothing moves when it comes. */
function sizeOf(path: string): string {
  const { width, height } = imageSize(readFileSync(new URL(`..${path}`, import.meta.url)));
  return ` width="${width}" height="${height}"`;
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
