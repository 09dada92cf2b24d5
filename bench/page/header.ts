import type { Browser } from '@playwright/test';
import { frameRecorder } from '../../test/support/first-frame.ts';
import { scriptTag } from '../../test/support/site.ts';
import { headTag, inlined, pasted, withoutEndpoint } from '../../test/support/ways-to-install.ts';
import { openPage, startBrowser } from './browser.ts';
import { type FarSite, type PageOptions, startFarSite } from './far-site.ts';
import { view } from './first-visit.ts';
import { quartiles, type Section } from './report.ts';
import { phone } from './slow-phone.ts';
import { rivals } from './ways.ts';

/** How a page comes to know the country on a first visit. */
interface Arrangement {
  readonly name: string;
  readonly head: string;
  readonly options?: PageOptions;
  /** How often it may ask for a record. */
  readonly goal?: number;
}

export interface ByHeader {
  readonly arrangement: string;
  readonly goal: number | undefined;
  /** From the first byte of the HTML until all is right, of each visit. */
  readonly ms: number[];
  /** The number of requests for a record, of each visit. */
  readonly asked: number[];
}

function arrangementsOf(site: FarSite): readonly Arrangement[] {
  const options = { named: 'FR' };
  const [, , thirdParty, hidden] = rivals(site);
  return [
    { name: 'header, geolet.js in the page', head: pasted('header') + withoutEndpoint(inlined()), options, goal: 0 },
    { name: 'header, tag in the head', head: pasted('header') + withoutEndpoint(headTag), options, goal: 0 },
    { name: 'record and geolet.js by the proxy', head: '', options: { atEdge: 'inline' } },
    { name: 'proxy, inline request', head: scriptTag + pasted('ask') },
    { name: 'proxy, tag in the head', head: headTag },
    thirdParty,
    hidden,
  ];
}

const content =
  '<h1 data-geo-text="Made to walk {country}" data-right="Made to walk France">Made to walk anywhere</h1><p data-geo-currency="USD 149, EUR 139" data-right="€139">$149</p>';

/** The first round, which is not counted, warms servers and the browser up. */
export async function measureHeader(visits: number): Promise<ByHeader[]> {
  const site = await startFarSite(phone.roundTripMs);
  const browser = await startBrowser(site.browserArguments);
  try {
    const measured = arrangementsOf(site).map(({ name, head, options, goal }) => {
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Shop</title>${frameRecorder()}${head}</head><body>${content}</body></html>`;
      const result: ByHeader = { arrangement: name, goal, ms: [], asked: [] };
      return { url: site.page(html, options), result };
    });
    for (let round = -1; round < visits; round++)
      for (const { url, result } of measured) {
        site.requests.length = 0;
        const ms = await visit(browser, url);
        site.disconnect();
        if (round < 0) continue;
        result.ms.push(ms);
        result.asked.push(site.requests.filter((path) => path === '/geo').length);
      }
    return measured.map(({ result }) => result);
  } finally {
    await browser.close();
    await site.close();
  }
}

/** In a browser that has never been there. The relay is the distance. */
async function visit(browser: Browser, url: string): Promise<number> {
  const { page, slowDown, slowNetwork, close } = await openPage(browser);
  await slowNetwork({ roundTripMs: 0, bitsPerSecond: phone.bitsPerSecond });
  await slowDown(phone.timesSlower);
  const ms = await view(page, url);
  await close();
  return ms;
}

export function headerSection(measured: readonly ByHeader[]): Section {
  return {
    title: `The country on a first visit, on a phone ${phone.timesSlower} times slower, at ${phone.roundTripMs} ms and ${phone.bitsPerSecond / 1e6} Mbit/s`,
    head: [
      'arrangement',
      'ms from the first byte of the HTML until all is right [quartiles]',
      'record asked for, at most',
    ],
    rows: measured.map(({ arrangement, ms, asked }) => [arrangement, quartiles(ms, 0), String(Math.max(...asked))]),
    goals: measured.flatMap(({ arrangement, goal, asked }) =>
      goal === undefined
        ? []
        : [{ name: `first visit, ${arrangement}: requests for a record`, value: Math.max(...asked), goal, unit: '' }],
    ),
  };
}
