import { parseArgs } from 'node:util';
import { skipSuite } from '../support/closing-line.ts';
import { installMissingServers, searchPath } from '../servers/find-servers.ts';
import { visitByRules } from './by-rules.ts';
import { startCache } from './cache.ts';
import { visitInBrowser } from './in-browser.ts';
import { places, startOrigin } from './shop.ts';

/**
 * `npm test -- header-visits --visits 1000000 --in-browser 20000`: first visits from every country to pages that a cache
 * keeps for everybody, which is nginx as docs/header.md has it.
 */
const { values } = parseArgs({
  options: { visits: { type: 'string', default: '50000' }, 'in-browser': { type: 'string', default: '500' } },
});
const [visits, inBrowser] = [Number(values.visits), Number(values['in-browser'])];
process.env['PATH'] = searchPath;
const missing = installMissingServers(['nginx']);
if (missing.length > 0)
  process.exitCode = skipSuite('header-visits', `${missing.join(', ')} must be installed, and only root on Debian can`)
    ? 0
    : 1;
else await run();

async function run(): Promise<void> {
  const origin = await startOrigin();
  const cache = await startCache(origin.url);
  try {
    const from = `from ${places.length - 1} countries and from nowhere`;
    tell(`wrong first frames of ${inBrowser} visits in Chromium, ${from}`, await visitInBrowser(cache, inBrowser));
    tell(`wrong of ${visits - inBrowser} visits by the rules, ${from}`, await visitByRules(cache, inBrowser, visits));
    const pages = [...origin.asked].filter(([path]) => path !== '/ready');
    const again = pages.filter(([, times]) => times > 1).map(([path, times]) => `${path}: ${times} times`);
    tell(`files asked of the origin more than once, of ${pages.length}`, again);
  } finally {
    await cache.stop();
    origin.close();
  }
}

function tell(what: string, wrong: readonly string[]): void {
  console.log([`${wrong.length} ${what}`, ...wrong.slice(0, 10)].join('\n  '));
  if (wrong.length > 0) process.exitCode = 1;
}
