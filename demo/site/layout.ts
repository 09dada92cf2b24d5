import { pathBetween } from './addresses.ts';
import { escaped } from './coloured-markup.ts';
import { policy } from './policy.ts';

export interface PageParts {
  /** Where the page is on the site, such as `docs/markup.html`. */
  readonly address: string;
  readonly title: string;
  /** For search engines: one or two sentences. */
  readonly description: string;
  /** What stands between masthead and footer, as HTML. */
  readonly body: string;
  /** Style sheets and modules of the page, by their addresses. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** Whether Geolet runs in the page, once these have. It stores nothing, so that other pages do not change. */
  readonly hasGeolet?: boolean;
}

/** Pages that every page links to. */
const places = [
  ['index.html', 'Demo'],
  ['playground.html', 'Playground'],
  ['docs/index.html', 'Docs'],
  ['docs/elements.html', 'Reference'],
] as const;

/** A whole page in the one look of the site. */
export function layout(parts: PageParts): string {
  const to = (address: string) => pathBetween(parts.address, address);
  const styles = ['fonts.css', 'demo.css', 'site.css', ...(parts.styles ?? [])];
  const scripts = ['search.js', ...(parts.scripts ?? [])];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(parts.title)} · Geolet</title>
<meta name="description" content="${escaped(parts.description)}">
<link rel="icon" href="${to('pictures/icon.svg')}" type="image/svg+xml">
<link rel="preload" href="${to('fonts/figtree.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="${to('fonts/noto-serif-display.woff2')}" as="font" type="font/woff2" crossorigin>
${styles.map((style) => `<link rel="stylesheet" href="${to(style)}">`).join('\n')}
${scripts.map((script) => `<script type="module" src="${to(script)}"></script>`).join('\n')}
${parts.hasGeolet ? `<script defer src="${to('geolet.js')}" data-endpoint="${to('geo')}" data-storage="off"></script>` : ''}
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
${masthead(parts.address)}
${parts.body}
<footer class="colophon">
<p><a href="${to('readme.html')}">Read me</a> <a href="${to('changelog.html')}">Changes</a> <a href="${to('license.html')}">MIT licence</a></p>
</footer>
</body>
</html>
`;
}

/** The head of every page: the links to the parts of the site, and the search. */
export function masthead(address: string): string {
  const to = (place: string) => pathBetween(address, place);
  const links = places.map(
    ([place, name]) => `<a href="${to(place)}"${place === address ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return `<header class="masthead">
<a class="wordmark" href="${to('index.html')}"><img src="${to('pictures/icon.svg')}" width="30" height="30" alt="">Geolet</a>
<nav aria-label="Site">${links.join(' ')}</nav>${searchBox}
</header>`;
}

const searchBox = `
<search class="search needs-script waiting" id="search">
<input type="search" id="search-words" aria-label="Search the docs" placeholder="Search the docs" aria-controls="search-results" autocomplete="off" spellcheck="false">
<div class="search-panel" id="search-panel" hidden>
<p id="search-status" role="status"></p>
<ol id="search-results"></ol>
</div>
</search>`;
