import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Log } from '../../proxy/log.ts';
import { hashSource } from '../hash-source.ts';
import { writeForm, writeMistake, writeReport, writeWaiting } from './check-html.ts';
import { checkStyle } from './check-style.ts';
import type { CheckPages } from './page-check.ts';

export interface CheckSettings {
  /** Scheme and host of the pages that may be checked. No other is asked, whatever a form or a page says. */
  readonly origins: readonly string[];
  /** Whether the `Host` of a request is one of this page's. */
  readonly isOwnHost: (host: string) => boolean;
  /** What the owner must know to press the button. */
  readonly secret: string;
  /** Whether the form has the secret in it: on the owner's own machine, where only others must not press. */
  readonly fillsSecret: boolean;
  readonly check: CheckPages;
  readonly log: Log;
  /** A clock in milliseconds that never goes back. */
  readonly now?: () => number;
}

/** Begins like the names of the widget's files, so that web servers pass it on by the same rule. */
export const checkPath = '/geolet-check';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'cdn-cache-control': 'no-store',
  'surrogate-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${hashSource(checkStyle)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

const mostFormBytes = 8192;
const mostPaths = 5;
const mostPathCharacters = 500;
const mostRuns = 2;
const windowMs = 60_000;

/** Puts the check's page before another listener, which gets every other path. */
export function withCheckPage(listener: RequestListener, settings: CheckSettings): RequestListener {
  const respond = createCheckPage(settings);
  return (incoming, outgoing) => {
    if ((incoming.url ?? '').replace(/\?.*/s, '') !== checkPath) return listener(incoming, outgoing);
    respond(incoming, outgoing).catch((error: unknown) => {
      settings.log(`The check broke off. < ${String(error)}`, 'error');
      outgoing.destroy();
    });
  };
}

/** Why a request is not for a check, and what its sender may do. */
class Refusal extends Error {
  readonly status: number;
  readonly more: Readonly<Record<string, string>>;

  constructor(status: number, message: string, more: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.more = more;
  }
}

function createCheckPage(
  settings: CheckSettings,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const { origins, secret, fillsSecret, check, log } = settings;
  // Owners who mend a page on their own machine look again and again.
  const start = createRuns(settings.now ?? (() => performance.now()), fillsSecret ? Infinity : mostRuns);
  const form = { origins, secret: fillsSecret ? secret : undefined };
  return async (incoming, outgoing) => {
    // Another site may point a name of its own at this server: https://en.wikipedia.org/wiki/DNS_rebinding
    if (!settings.isOwnHost((incoming.headers.host ?? '').toLowerCase()))
      return send(outgoing, 421, writeMistake('This page is not at this host: GEOLET_CHECK names its hosts.'));
    let fields = new URLSearchParams();
    try {
      if (!/^(GET|HEAD|POST)$/.test(incoming.method ?? ''))
        throw new Refusal(405, 'Press the button.', { allow: 'GET, HEAD, POST' });
      if (incoming.method !== 'POST') return send(outgoing, 200, incoming.method === 'HEAD' ? '' : writeForm(form));
      fields = await readForm(incoming);
      if (!areSame(fields.get('secret') ?? '', secret))
        throw new Refusal(403, 'This is not the secret. It is GEOLET_DOCTOR_SECRET of the proxy.');
      const origin = origins.find((one) => one === (fields.get('origin') ?? origins[0]));
      if (origin === undefined) throw new Refusal(400, 'Pages of this address are not checked here.');
      const paths = readPaths(fields.get('pages') ?? '/', origin);
      const end = start();
      try {
        await run({ origin, paths });
      } finally {
        end();
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The rest of a body that nobody reads would be the next request.
      if (!incoming.complete) outgoing.shouldKeepAlive = false;
      const page = writeForm({ ...form, mistake: error.message, pages: fields.get('pages') ?? undefined });
      send(outgoing, error.status, page, error.more);
    }

    async function run({ origin, paths }: { readonly origin: string; readonly paths: readonly string[] }) {
      log(`The check of ${origin}${paths[0]} was started at ${checkPath}.`, 'info');
      const leave = new AbortController();
      outgoing.on('close', () => leave.abort());
      outgoing.writeHead(200, headers);
      outgoing.write(writeWaiting(origin));
      const pages = await check({ origin, paths, signal: leave.signal });
      outgoing.end(writeReport(pages, { ...form, origin, pages: paths.join('\n') }));
    }
  };
}

function send(
  outgoing: ServerResponse,
  status: number,
  page: string,
  more: Readonly<Record<string, string>> = {},
): void {
  outgoing.writeHead(status, { ...headers, ...more }).end(page);
}

async function readForm(incoming: IncomingMessage): Promise<URLSearchParams> {
  const { 'content-type': type = '', 'content-length': length = '' } = incoming.headers;
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw new Refusal(415, 'Press the button of the form.');
  if (!/^\d+$/.test(length)) throw new Refusal(411, 'The form says no length.');
  if (Number(length) > mostFormBytes) throw new Refusal(413, 'This is too much for one check.');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Compares whole digests, so that the time it takes does not show how much of a guess is right. */
function areSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/** Reads one path a line. What leads to another address is refused, in whatever way it is written. */
function readPaths(text: string, origin: string): readonly string[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length > mostPaths) throw new Refusal(400, `Name ${mostPaths} pages at most, each on a line of its own.`);
  return (lines.length > 0 ? lines : ['/']).map((line) => {
    const url = URL.canParse(line, origin) ? new URL(line, origin) : undefined;
    if (!line.startsWith('/') || line.length > mostPathCharacters || url?.origin !== origin)
      throw new Refusal(
        400,
        `${JSON.stringify(line.slice(0, 100))} is not a path. Write what stands behind the host, such as /prices.`,
      );
    return url.pathname + url.search;
  });
}

/** Lets so many checks start within a minute, and one after the other: each sends some fifty requests. */
function createRuns(now: () => number, most: number): () => () => void {
  let started: readonly number[] = [];
  let isRunning = false;
  return () => {
    const time = now();
    started = started.filter((start) => time - start < windowMs);
    const waitMs = started.length < most ? 0 : windowMs - (time - (started[0] ?? time));
    const seconds = isRunning ? 10 : Math.ceil(waitMs / 1000);
    if (isRunning || waitMs > 0)
      throw new Refusal(
        429,
        `${isRunning ? 'A check is running' : 'Two checks a minute are the most'}. Press again in ${seconds} seconds.`,
        { 'retry-after': String(seconds) },
      );
    started = [...started, time];
    isRunning = true;
    return () => {
      isRunning = false;
    };
  };
}
