import { checkCountries } from './check-countries.ts';
import { checkPage, embeddedIn } from './check-page.ts';
import { checkAttribution, checkPreload, checkRecord } from './check-record.ts';
import { checkFlags, checkPolicy, checkScript, findLoaders, policiesOf } from './check-script.ts';
import { bad, type Finding, good } from './finding.ts';
import { type Look, look, navigation, whyNoAnswer } from './look.ts';
import { tagsIn } from './markup.ts';
import { parsePolicies } from './policy.ts';

const maxRedirects = 5;

/**
 * Looks at a page and its record through whatever stands before them.
 *
 * @param secret the proxy's, when visitors of other countries are to be tried.
 */
export async function examine(url: string, secret: string | undefined): Promise<Finding[]> {
  let page: Look;
  try {
    page = await lookAtPage(url);
  } catch (error) {
    return [bad('page', `${url} does not answer: ${whyNoAnswer(error)}.`, 'Check the address, and that this machine may reach it.')];
  }
  if (page.status !== 200 || !/html/i.test(page.headers['content-type'] ?? '')) {
    return [bad('page', `${page.url} answers ${page.status}, ${page.headers['content-type'] ?? 'without a type'}.`, 'Name a page that visitors see.')];
  }
  const at = new URL(page.url);
  const tags = tagsIn(page.text);
  const loaders = findLoaders(tags, at);
  const [loader] = loaders;
  const endpoint = loader?.endpoint ?? new URL('/geo', at);
  const { findings: record, answer } = await checkRecord(endpoint, at);
  return [
    good('page', `${page.url} answers in ${Math.round(page.ms)} ms.`),
    ...(await checkPage(page)),
    ...(await checkScript(loaders, at)),
    ...(loader ? await checkFlags(tags, loader) : []),
    ...(loader ? checkPolicy(parsePolicies(policiesOf(page, tags)), loader, at) : []),
    ...record,
    ...(answer?.status === 200 ? await checkCountries(endpoint, page.url, embeddedIn(page) !== undefined, secret) : []),
    ...checkPreload(tags, endpoint, at),
    ...checkAttribution(answer, tags, at),
  ];
}

async function lookAtPage(url: string): Promise<Look> {
  let at = url;
  for (let redirects = 0; redirects < maxRedirects; redirects++) {
    const page = await look(at, navigation);
    const { location } = page.headers;
    if (page.status < 300 || page.status > 399 || location === undefined || !URL.canParse(location, at)) return page;
    at = new URL(location, at).href;
  }
  throw new Error(`it redirects more than ${maxRedirects} times`);
}
