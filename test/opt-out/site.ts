import type { Site } from '../surfaces/surface.ts';
import type { WordPressSite } from '../surfaces/in-wordpress.ts';
import { type Cell, regions } from './expected.ts';

/** Each region has a public address of its own. */
export function visitorAddress(region: Cell['region']): string {
  return `81.2.70.${10 + regions.indexOf(region)}`;
}

export function pathOf(consent: Cell['consent']): string {
  return consent === 'not required' ? '/open' : '/required';
}

const recordOf: Site['recordOf'] = (address) =>
  regions.find((region) => visitorAddress(region) === address)?.record ?? {};

const blocks = `
<p data-geo-show="gpc" hidden>gpc</p>
<p data-geo-show="group: usoptout" hidden>states</p>
<p data-geo-show="group: usoptout unknown" hidden>maybe</p>
<p class="geo-show-usoptout" hidden>class</p>
<geo-optout><a href="/opt-out">Your choices</a><span slot="honored" hidden>We honour your signal</span></geo-optout>`;

export const site: Site = {
  recordOf,
  pageOf: (path) => {
    const consent = path.startsWith('/required') ? ' data-consent="required"' : '';
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Page</title><script async src="/geolet.js"${consent}></script></head><body>${blocks}</body></html>`;
  },
};

export const wordPressSite: WordPressSite = {
  recordOf,
  contents: { open: blocks, required: blocks },
  configuration: `define( 'GEOLET_CONSENT', str_starts_with( $_SERVER['REQUEST_URI'] ?? '', '/required' ) ? 'required' : 'granted' );`,
};
