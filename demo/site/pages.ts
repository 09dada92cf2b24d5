import { filledPage, type SiteOptions } from '../filled-page.ts';
import { documents } from './addresses.ts';
import { documentPage } from './document.ts';
import { layout } from './layout.ts';
import { policy } from './policy.ts';
import { playgroundPage } from './playground-page.ts';

const written: Readonly<Record<string, (options: SiteOptions) => Promise<string>>> = {
  'index.html': filledPage,
  'playground.html': playgroundPage,
  'without-scripts.html': pageWithoutScripts,
  '404.html': notFoundPage,
};

/** The addresses of all pages. */
export const addresses: readonly string[] = [...Object.keys(written), ...documents.keys()];

/** @returns the page at an address, or undefined if there is none. */
export async function pageAt(address: string, options: SiteOptions): Promise<string | undefined> {
  return written[address]?.(options) ?? documentPage(address);
}

async function notFoundPage(): Promise<string> {
  const body = `<main class="document page-alone" id="main">
<h1>This page is not here</h1>
<p>It may have moved. Try the <a href="docs/index.html">docs</a>, or start at the <a href="index.html">front page</a>.</p>
</main>`;
  return layout({ address: '404.html', title: 'Not found', description: 'This page is not here.', body });
}

/** As in a browser with scripts off: `<noscript>` shows, and `@media (scripting: none)` matches. */
async function pageWithoutScripts(): Promise<string> {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Without scripts · Geolet</title>
<link rel="icon" href="pictures/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="whole-window.css">
</head>
<body>
<iframe title="The demo without its scripts" src="index.html" sandbox="allow-same-origin allow-top-navigation-by-user-activation"></iframe>
</body>
</html>
`;
}
