import { parsePolicies } from '../pages/render/content-security-policy.ts';
import type { HeaderSource } from '../proxy/hosts/header-sources.ts';
import { isPublic, parseAddress } from '../record/address.ts';
import { parseRecord } from '../record/record.ts';
import { attempt } from '../rules/attempt.ts';
import { checkCountries, type DoctorSecret } from './check-countries.ts';
import { checkHeader, readsHeader } from './check-header.ts';
import { checkHostHeaders } from './check-host-headers.ts';
import { checkLanguage } from './check-language.ts';
import { checkMarkup } from './check-markup.ts';
import { checkPage, embeddedIn, requestPage } from './check-page.ts';
import { checkPrices } from './check-prices.ts';
import { checkPrivacy } from './check-privacy.ts';
import { checkRates } from './check-rates.ts';
import { checkAttribution, checkPreload, checkRecord } from './check-record.ts';
import { checkFlags, checkPolicy, checkScript, findLoaders, type Loader, policiesOf } from './check-script.ts';
import { checkVisitor } from './check-visitor.ts';
import { checkFeed, type FeedQuestion } from './feed/check-feed.ts';
import { bad, type Finding, good, skipped } from './finding.ts';
import { type Reply, NoAnswer, NotAsked, notLookedAt } from './reply.ts';
import { checkSite, type SiteQuestion } from './site/check-site.ts';
import { type Tag, tagsIn } from './markup.ts';

/** How long a page waits for a record, unless its tag sets another time. */
const budgetMs = 2000;

/** What an owner wants to know besides what the page as it stands says. */
export interface MoreToCheck {
  /** As links carry them: prices are compared for each. */
  readonly choices?: readonly string[];
  readonly feed?: FeedQuestion | undefined;
  /** What the page rules find on other pages of the site. */
  readonly site?: SiteQuestion | undefined;
}

/**
 * Checks a page and its record, through all servers and caches in front of them.
 *
 * @param secret to ask as visitors from other countries.
 * @param own the owner's table of a host's headers, as the proxy has it.
 */
export async function examine(
  url: string,
  secret: DoctorSecret | undefined,
  own?: HeaderSource,
  { choices = [], feed, site }: MoreToCheck = {},
): Promise<Finding[]> {
  const read = await readPage(url);
  if ('result' in read) return [read];
  const { page, at, tags, loader } = read;
  const isNamed = tags.some(readsHeader);
  const before = [
    ...sayPage(read),
    ...(await checkPricesOn(read, choices, secret)),
    ...(site ? await unlessSilent('rules', checkSite(page, site)) : []),
    ...(feed ? await unlessSilent('feed', checkFeed(feed, url, page, choices)) : []),
    ...(await unlessSilent('rates', checkRates(page))),
    ...(await unlessSilent('page', checkPage(page))),
    ...(await checkLoader(read)),
  ];
  // Such a page asks nobody.
  if (isNamed && loader && !loader.tag.attributes.has('data-endpoint'))
    return [...before, ...(await unlessSilent('header', checkHeader(page, isNamed, undefined)))];
  const endpoint = loader?.endpoint ?? new URL('/geo', at);
  const { findings: record, answer } = await checkRecord(
    endpoint,
    at,
    Number(loader?.tag.attributes.get('data-timeout-ms')) || budgetMs,
  );
  const country = answer && parseRecord(attempt(() => JSON.parse(answer.text) as unknown))?.countryCode;
  return [
    ...before,
    ...(await unlessSilent('header', checkHeader(page, isNamed, country))),
    ...record,
    ...(answer?.status === 200 ? await unlessSilent('visitor', checkVisitor(endpoint, isNear(answer))) : []),
    ...(answer?.status === 200 ? await unlessSilent('visitor', checkHostHeaders(endpoint, isNear(answer), own)) : []),
    ...(answer?.status === 200
      ? await unlessSilent('privacy', checkPrivacy(endpoint, at, embeddedIn(page) !== undefined))
      : []),
    ...(answer?.status === 200
      ? await unlessSilent('countries', checkCountries(endpoint, page.url, embeddedIn(page) !== undefined, secret))
      : []),
    ...checkPreload(tags, loader?.tag, endpoint, at),
    ...checkAttribution(answer, tags, at),
  ];
}

/** Checks what is a page's own: its HTML, its script tag and its policies. The record is the same for all pages of a site. */
export async function examineHtml(url: string): Promise<Finding[]> {
  const read = await readPage(url);
  if ('result' in read) return [read];
  return [
    ...sayPage(read),
    ...(await checkPricesOn(read, [])),
    ...(await unlessSilent('rates', checkRates(read.page))),
    ...(await checkLoader(read)),
  ];
}

interface ReadPage {
  readonly page: Reply;
  readonly at: URL;
  readonly tags: readonly Tag[];
  readonly loaders: readonly Loader[];
  readonly loader: Loader | undefined;
}

/** @returns what is wrong if it is no page. */
async function readPage(url: string): Promise<ReadPage | Finding> {
  let page: Reply;
  try {
    page = await requestPage(url);
  } catch (error) {
    return bad('page', `${shown(url)} could not be read: ${reasonOf(error)}.`, readingFix(error));
  }
  if (page.status !== 200 || !/html/i.test(page.headers['content-type'] ?? ''))
    return bad(
      'page',
      `${shown(page.url)} answers ${page.status}, ${page.headers['content-type'] ?? 'without a type'}.`,
      statusFix(page.status),
    );
  const at = new URL(page.url);
  const tags = tagsIn(page.text);
  const loaders = findLoaders(tags, at);
  return { page, at, tags, loaders, loader: loaders[0] };
}

function sayPage({ page, tags }: ReadPage): Finding[] {
  return [
    good('page', `${shown(page.url)} answers in ${Math.round(page.ms)} ms.`),
    ...checkLanguage(tags),
    ...checkMarkup(page.text, page.url),
  ];
}

function checkPricesOn(
  { page, loader }: ReadPage,
  choices: readonly string[],
  secret?: DoctorSecret,
): Promise<Finding[]> {
  const parameter = loader?.tag.attributes.get('data-choice-parameter') || 'geo-choice';
  return unlessSilent('prices', checkPrices(page, parameter, { choices, secret }));
}

async function checkLoader({ page, at, tags, loaders, loader }: ReadPage): Promise<Finding[]> {
  return [
    ...(await unlessSilent('script', checkScript(loaders, tags, at))),
    ...(loader ? await unlessSilent('script', checkFlags(tags, loader)) : []),
    ...(loader ? checkPolicy(parsePolicies(policiesOf(page, tags)), loader, tags, at) : []),
  ];
}

/** Whether this machine reaches the server by a private address, and so is not like a visitor from outside. */
function isNear({ server }: Reply): boolean {
  const address = parseAddress(server.replace(/%.*/, ''));
  return address === undefined || !isPublic(address);
}

/** A server that responded before may not respond again. */
async function unlessSilent(check: Finding['check'], findings: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await findings;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (error instanceof NotAsked) return [skipped(check, notLookedAt(error))];
    return [
      bad(
        check,
        `It responded at first, and then no longer: ${error.message}.`,
        'Run the doctor again. If it stays so, something in front rejects repeated requests: let this machine through.',
      ),
    ];
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The URL without its password. */
function shown(url: string): string {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain.href;
}

function readingFix(error: unknown): string {
  if (error instanceof NotAsked)
    return 'The page leads to another address. Name a page that does not, or add that address to GEOLET_CHECK.';
  return error instanceof NoAnswer && error.isCertificate
    ? 'Let the server send a certificate for this name, with those that vouch for it. If an authority of your ' +
        'own does, name its file: NODE_EXTRA_CA_CERTS=authority.pem before the command.'
    : 'Check the address, and whether a browser on this machine shows it.';
}

function statusFix(status: number): string {
  if (status === 400) return 'Write the address as visitors do: https in place of http, and the host by its name.';
  if (status === 401)
    return (
      'Name a page without a password, or run the doctor in a terminal, with name and password in the address: ' +
      'npx geolet doctor https://name:password@shop.example/.'
    );
  if (status === 403 || status === 429)
    return 'Something in front refuses programs: let this machine through, or run the doctor on one that is let through.';
  if (status >= 500) return "The page's own server fails, or the server in front does not reach it: check their logs.";
  return 'Name a page that visitors see.';
}
