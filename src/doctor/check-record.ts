import { parseRecord, type VisitorRecord } from '../record/record.ts';
import { allowsSharing, servedFromCache } from './caching.ts';
import { bad, type Finding, good, skipped } from './finding.ts';
import { type Reply, request, NoAnswer, NotAsked, notLookedAt, widgetHeaders } from './reply.ts';
import type { Tag } from './markup.ts';

/** How often the record is requested, each time from another page, which must be in the record. */
const questions = 3;

const headersFix =
  'Let the headers of the proxy through, and exclude this path from the cache in front. No rule of that cache may override Cache-Control here.';

export interface RecordLook {
  readonly findings: readonly Finding[];
  /** The last response, if there was one. */
  readonly answer: Reply | undefined;
}

/**
 * Requests the record as the widget does, from several pages, with and without a cookie. Each response must fit its own
 * request.
 *
 * @param budgetMs how long the page waits for a record.
 */
export async function checkRecord(endpoint: URL, page: URL, budgetMs: number): Promise<RecordLook> {
  const replies: AskedReply[] = [];
  try {
    while (replies.length < questions)
      replies.push(await askForRecord(endpoint, page, replies.length === 1 ? cookie : {}));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (error instanceof NotAsked) return { findings: [skipped('record', notLookedAt(error))], answer: undefined };
    const text = `${endpoint.origin}${endpoint.pathname} does not answer: ${error.message}.`;
    return { findings: [bad('record', text, 'Start the proxy, and route this path to it.')], answer: undefined };
  }
  const answer = replies.at(-1)?.answer;
  const unusable = checkUsable(replies, endpoint);
  if (unusable) return { findings: [unusable], answer };
  return {
    findings: [
      ...checkShape(
        replies.map(({ record }) => record ?? {}),
        endpoint,
      ),
      ...checkLatency(
        replies.map((one) => one.answer),
        budgetMs,
      ),
      ...checkSharing(replies),
      ...checkCors(answer, endpoint, page),
    ],
    answer,
  };
}

/** One response, and the page from which it was asked for. */
export interface AskedReply {
  readonly from: string;
  readonly answer: Reply;
  readonly record: VisitorRecord | undefined;
}

const cookie = { cookie: 'geolet_doctor=1' };

/** Requests the record as the widget does, from a page of its own. */
export async function askForRecord(
  endpoint: URL,
  page: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<AskedReply> {
  const from = `${page.origin}/geolet-doctor-${Math.random().toString(36).slice(2)}`;
  const origin = endpoint.origin === page.origin ? {} : { origin: page.origin, 'sec-fetch-site': 'cross-site' };
  const answer = await request(endpoint.href, {
    ...widgetHeaders,
    ...origin,
    referer: from,
    ...headers,
  });
  return { from, answer, record: recordIn(answer) };
}

/** @returns what is wrong if one of the responses has no record. */
function checkUsable(replies: readonly AskedReply[], { pathname }: URL): Finding | undefined {
  const failed = replies.find(({ answer }) => answer.status !== 200)?.answer;
  if (failed)
    return bad(
      'record',
      `${pathname} answers ${failed.status}: ${descriptionIn(failed) ?? 'the answer is not from the proxy.'}`,
      statusFix(failed),
    );
  const other = replies.find(({ record }) => record === undefined)?.answer;
  if (other)
    return bad(
      'record',
      `${pathname} answers with ${other.headers['content-type'] ?? 'no type'}, and not with a record.`,
      'Route this path to the proxy: what answers there may be a page of yours.',
    );
  return undefined;
}

function checkShape([record = {}]: readonly VisitorRecord[], { pathname }: URL): Finding[] {
  const place = [record.city, record.countryName ?? record.countryCode].filter(Boolean).join(', ');
  return [
    good(
      'record',
      `${pathname} answers with a record of ${Object.keys(record).length} fields${place && `: ${place}`}.`,
    ),
  ];
}

function checkLatency(answers: readonly Reply[], budgetMs: number): Finding[] {
  const ms = Math.round(
    answers.map((answer) => answer.ms).sort((one, other) => one - other)[Math.floor(answers.length / 2)] ?? 0,
  );
  if (ms < budgetMs) return [good('record', `It takes ${ms} ms from here.`)];
  return [
    bad(
      'record',
      `It takes ${ms} ms from here: pages wait ${budgetMs} ms.`,
      'Check the connection from the proxy to its service, or raise data-timeout-ms.',
    ),
  ];
}

function checkSharing(replies: readonly AskedReply[]): Finding[] {
  const findings: Finding[] = [];
  const mixed = replies.find(({ from, record }) => record?.currentPage !== undefined && record.currentPage !== from);
  if (mixed) {
    const cached = servedFromCache(mixed.answer);
    return [
      bad(
        'caches',
        `The record that came was made for another request${cached === undefined ? '' : ` (${cached})`}: a cache ` +
          "hands out one visitor's record to the next.",
        headersFix,
      ),
    ];
  }
  for (const { answer } of replies) {
    const cached = servedFromCache(answer);
    const sharing = allowsSharing(answer);
    if (cached !== undefined) findings.push(bad('caches', `The record comes from a cache (${cached}).`, headersFix));
    else if (sharing !== undefined)
      findings.push(bad('caches', `A cache may keep the record for everybody (${sharing}).`, headersFix));
    else if (answer.headers['set-cookie'] !== undefined)
      findings.push(
        bad('caches', 'Something sets a cookie on the record.', 'Set no cookie on this path: the proxy needs none.'),
      );
    else continue;
    break;
  }
  if (findings.length) return findings;
  const proven = replies.every(({ record }) => record?.currentPage !== undefined)
    ? `${replies.length} of ${replies.length} answers were made for their own request, with and without cookies`
    : 'nothing came from a cache';
  return [
    good(
      'caches',
      `No other visitor can get the record: ${replies[0]?.answer.headers['cache-control']}, and ${proven}.`,
    ),
  ];
}

function checkCors(answer: Reply | undefined, endpoint: URL, page: URL): Finding[] {
  if (endpoint.origin === page.origin) return [];
  if (answer?.headers['access-control-allow-origin'] === page.origin)
    return [good('record', `${endpoint.origin} allows requests from ${page.origin}.`)];
  return [
    bad(
      'record',
      `${endpoint.origin} does not allow requests from ${page.origin}.`,
      `Add it to the proxy: GEOLET_ORIGINS=${page.origin}`,
    ),
  ];
}

const preloadFix =
  'Remove the preload. The inline request, which npx geolet snippet ask prints, is as early, runs only where ' +
  'nothing is stored, and leaves no copy.';

/**
 * A preload is used only if its request is the same as the widget's:
 * https://html.spec.whatwg.org/#consume-a-preloaded-resource. The widget's request does not use the HTTP cache, where
 * the preload leaves its response. Only Chromium uses it all the same.
 *
 * @param loader the tag of the widget. A preload may break what its settings promise.
 */
export function checkPreload(tags: readonly Tag[], loader: Tag | undefined, endpoint: URL, page: URL): Finding[] {
  const preloads = tags.filter(
    ({ name, attributes }) =>
      name === 'link' &&
      /\bpreload\b/i.test(attributes.get('rel') ?? '') &&
      URL.canParse(attributes.get('href') ?? '', page) &&
      new URL(attributes.get('href') ?? '', page).href === endpoint.href,
  );
  return preloads.map(({ attributes }) => {
    const mode = attributes.get('crossorigin')?.toLowerCase();
    if (loader?.attributes.get('data-consent') === 'required')
      return bad(
        'preload',
        'The record is preloaded, which requests it before the visitor has agreed, and leaves a copy in the ' +
          "browser's HTTP cache that geolet.consent(false) cannot remove.",
        'Remove the preload: nothing may request the record before the widget does.',
      );
    if (loader?.attributes.get('data-storage') === 'off')
      return bad(
        'preload',
        'The record is preloaded, which leaves a copy in the browser\'s HTTP cache, though data-storage="off" says that none is kept.',
        'Remove the preload: only the widget requests the record without leaving a copy.',
      );
    if (attributes.get('as')?.toLowerCase() !== 'fetch' || mode === undefined || mode === 'use-credentials') {
      return bad(
        'preload',
        'The preload does not match the request of the widget, so the record is requested twice ' +
          `(as="${attributes.get('as') ?? ''}", ` +
          `${mode === undefined ? 'no crossorigin' : `crossorigin="${mode}"`}).`,
        preloadFix,
      );
    }
    return good(
      'preload',
      'The record is preloaded, which Chromium uses. Firefox and Safari request it twice, and a copy stays in the ' +
        'HTTP cache, where geolet.consent(false) does not reach. The inline request (npx geolet snippet ask) is ' +
        'as early and does neither.',
    );
  });
}

/** Some data must be credited with a link on every page that shows their results. */
export function checkAttribution(answer: Reply | undefined, tags: readonly Tag[], page: URL): Finding[] {
  const due = [...(answer?.headers['link'] ?? '').matchAll(/<([^<>]*)>[^,<]*;\s*rel="?license"?/gi)]
    .map(([, target = '']) => target)
    .filter((target) => URL.canParse(target))
    .map((target) => new URL(target));
  const linked = tags
    .filter(({ name, attributes }) => name === 'a' && URL.canParse(attributes.get('href') ?? '', page))
    .map(({ attributes }) => new URL(attributes.get('href') ?? '', page).host.replace(/^www\./, ''));
  return due.map((target) => {
    if (linked.includes(target.host.replace(/^www\./, '')))
      return good('attribution', `The page links to ${target.host}, as its data ask.`);
    return bad(
      'attribution',
      `The data in use ask for a link on pages that show their results, and this page has none to ${target.host}.`,
      `Put <a href="${target.href}">${target.host}</a> where it fits.`,
    );
  });
}

export function recordIn({ headers, text }: Reply): VisitorRecord | undefined {
  if (!/\bjson\b/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    return parseRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The proxy's description of an error; undefined if another server responded. */
function descriptionIn({ text }: Reply): string | undefined {
  try {
    const { description } = JSON.parse(text) as { readonly description?: unknown };
    return typeof description === 'string' ? description : undefined;
  } catch {
    return undefined;
  }
}

function statusFix(answer: Reply): string {
  const { status } = answer;
  const description = descriptionIn(answer);
  if (status === 404) return 'Route this path to the proxy, or set data-endpoint to where it is.';
  if (status === 403)
    return "Add this page's origin to the proxy's GEOLET_ORIGINS, or take the rule off that refuses programs.";
  if (status === 429)
    return 'Wait a minute. Set GEOLET_LIMIT higher if many visitors share one address, and GEOLET_TRUST if the proxy is behind another server.';
  if (status >= 500 && description === undefined)
    return 'The server in front does not reach the proxy: start it, and look at the address that this path is passed on to.';
  if (description?.includes("refuses the proxy's key"))
    return 'Set GEOLET_KEY to a key that the service knows, and start the proxy again.';
  if (status >= 500) return "The proxy's log has the reason.";
  return 'Nothing but the proxy should answer here.';
}
