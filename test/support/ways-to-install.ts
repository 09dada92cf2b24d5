import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageOptions } from '../../src/pages/front/page-options.ts';
import { boundNodes, elements } from './first-frame.ts';
import { dist, scriptTag } from './site.ts';

/** A way to install Geolet that promises a right first frame: on repeat visits, or on each where a server writes. */
export interface Way {
  readonly name: string;
  /** The content of the head. */
  readonly head: string;
  /** `geolet-bindings.js` is for pages without. */
  readonly hasElements?: boolean;
  /** The proxy that stands in front of the pages. */
  readonly front?: Partial<PageOptions>;
  /** What a browser needs for it; in another one it is as good as the plain tag. */
  readonly needs?: { readonly feature: string; readonly has: () => boolean };
}

export const headTag = '<script src="/geolet.js" data-endpoint="/geo"></script>';
export const blockingTag = '<script async blocking="render" src="/geolet.js" data-endpoint="/geo"></script>';

/** What owners paste, as the build made it. */
export function pasted(name: 'snippet' | 'ask' | 'header', folder = dist): string {
  return `<script>${readFileSync(join(folder, `geolet-${name}.js`), 'utf8').trim()}</script>`;
}

export function inlined(folder = dist): string {
  const text = readFileSync(join(folder, 'geolet.js'), 'utf8').replace(/\n?\/\/# sourceMappingURL=\S*\s*$/, '');
  return `<script data-endpoint="/geo">${text}</script>`;
}

/** The tag of a page that asks nobody. */
export function withoutEndpoint(tag: string): string {
  return tag.replace(' data-endpoint="/geo"', '');
}

const blocksRendering = {
  feature: 'blocking="render" on scripts',
  has: () => 'blocking' in HTMLScriptElement.prototype,
};

const small = (tag: string): string => tag.replace('geolet.js', 'geolet-bindings.js');

export const rightWays = (folder = dist): readonly Way[] => [
  { name: 'the classic tag in the head', head: headTag },
  { name: 'the tag with blocking="render"', head: blockingTag, needs: blocksRendering },
  { name: 'the snippet', head: scriptTag + pasted('snippet', folder), needs: blocksRendering },
  { name: 'geolet.js inlined', head: inlined(folder) },
  { name: 'the record in the page', head: headTag, front: { markup: false } },
  { name: 'the page written by the server', head: scriptTag, front: {} },
  { name: 'the page written by the server, geolet.js in it', head: '', front: { loader: 'inline' } },
  // Earlier builds, which the bench compares with, have no such file.
  ...(existsSync(join(folder, 'geolet-bindings.js')) ? bindingsAlone(folder) : []),
];

const bindingsAlone = (folder: string): readonly Way[] => [
  { name: 'geolet-bindings.js in the head', head: small(headTag), hasElements: false },
  {
    name: 'the snippet, geolet-bindings.js',
    head: small(scriptTag) + pasted('snippet', folder),
    hasElements: false,
    needs: blocksRendering,
  },
];

/** The content of a page that is installed in this way. */
export function contentFor({ hasElements = true }: Way, count: number, nodes: number): string {
  return (hasElements ? elements(count) : '') + boundNodes(nodes);
}
