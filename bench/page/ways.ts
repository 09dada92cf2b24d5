import { readFileSync } from 'node:fs';

/** How a page comes to know its visitor: ways to install Geolet, and techniques that others use. */
export interface Way {
  readonly name: string;
  /** The content of the head. */
  readonly head: string;
  /** Promised to be right from the first frame on where a record is remembered. */
  readonly isRight?: boolean;
}

/** The URLs that a page requests. The vendor's are on other origins. */
export interface Places {
  readonly vendorScripts: string;
  readonly vendorApi: string;
}

/** The least that a right first frame takes. */
export const floor = (): Way => ({
  name: 'by hand, inline, localStorage',
  head: `<script>${read('rivals/write')}${read('floor-repeat-visit')}</script>`,
});

/** The techniques of competitors, each by hand in a few lines, without our code. */
export function rivals({
  vendorScripts,
  vendorApi,
}: Places): readonly [stored: Way, hiddenStored: Way, thirdParty: Way, hiddenThirdParty: Way] {
  const thirdParty = `<script async src="${vendorScripts}/rivals/third-party.js" data-api="${vendorApi}/geo"></script>`;
  return [
    { name: 'async script, IndexedDB', head: '<script async src="/rivals/stored.js"></script>' },
    { name: 'page hidden until IndexedDB', head: `<script>${read('rivals/hide')}${rivalScript('stored')}</script>` },
    { name: 'third-party script and API', head: thirdParty },
    { name: 'page hidden until third party', head: `<script>${read('rivals/hide')}</script>${thirdParty}` },
  ];
}

/** The parts of each, as one script. */
export function rivalScript(name: string): string {
  return read('rivals/write') + (name === 'stored' ? read('rivals/remember') : '') + read(`rivals/${name}`);
}

const read = (name: string): string => readFileSync(new URL(`${name}.js`, import.meta.url), 'utf8');
