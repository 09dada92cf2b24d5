import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { PlainResponse } from '../proxy/request/plain-response.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
};

/**
 * Serves a path of a folder: a file, the `index.html` of a folder, `about.html` for `/about`, or a 404 that lists the
 * pages.
 */
export async function folderResponse(folder: string, path: string): Promise<PlainResponse> {
  const root = await realpath(folder);
  for (const [position, name] of namesOf(path).entries()) {
    const file = await realpath(join(root, name)).catch(() => '');
    // A symbolic link may lead out of the folder, or to a file that has no reason to be seen.
    if (!file.startsWith(root + sep) || isHidden(file.slice(root.length + 1))) continue;
    const found = await stat(file);
    // A relative one, because a path such as `//other.example` would lead to another host.
    if (found.isDirectory() && position === 0 && (await isFile(join(file, 'index.html'))))
      return redirect(`./${path.split('/').pop() ?? ''}/`);
    if (found.isFile())
      return fileResponse(
        200,
        types[extname(file).toLowerCase()] ?? 'application/octet-stream',
        new Uint8Array(await readFile(file)),
      );
  }
  return fileResponse(404, types['.html'] ?? '', new TextEncoder().encode(await notFoundPage(root, path)));
}

/** File names for a path, the likeliest first. */
function namesOf(path: string): string[] {
  let name = '';
  try {
    name = decodeURIComponent(path).slice(1);
  } catch {
    return [];
  }
  if (name.includes('\0') || isHidden(name)) return [];
  return name === '' || name.endsWith('/') ? [`${name}index.html`] : [name, `${name}.html`];
}

/**
 * Names with a dot in front belong to tools: `.git`, `.env`. They hold passwords, and no page needs them. Only
 * `.well-known` is for visitors, at the root: https://www.rfc-editor.org/rfc/rfc8615
 */
function isHidden(name: string): boolean {
  const parts = name.split(/[/\\]/);
  return parts.some((part, depth) => part.startsWith('.') && !(depth === 0 && part === '.well-known'));
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

function fileResponse(status: number, type: string, body: Uint8Array<ArrayBuffer>): PlainResponse {
  return {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
    body,
  };
}

function redirect(location: string): PlainResponse {
  return { status: 302, headers: { location, 'cache-control': 'no-cache' }, body: null };
}

/** Lists the pages, for owners who have written `shop.html` and open `/`. */
async function notFoundPage(root: string, path: string): Promise<string> {
  const pages = (await readdir(root)).filter((name) => /^[^.].*\.html?$/i.test(name)).sort();
  const items = pages.map((name) => `<li><a href="/${encodeURIComponent(name)}">${escape(name)}</a></li>`).join('');
  const list = items
    ? `<p>Its pages are:</p><ul>${items}</ul>`
    : '<p>It has no page yet. Make an <code>index.html</code>, and load this again.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Not found</title>
<style>
:root { color-scheme: light dark; font: 18px/1.6 system-ui, sans-serif }
body { max-width: 38rem; margin: 15vh auto; padding: 0 1.5rem }
h1 { font-size: 1.6rem }
</style>
</head>
<body><h1>There is no ${escape(path)} in this folder</h1>${list}</body>
</html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
