import { gzipSync } from 'node:zlib';
import { BoundedMap } from '../http/bounded-map.ts';
import { fileURLToPath } from 'node:url';
import { printable } from '../http/terminal.ts';
import { fields } from '../record/fields.ts';
import { sendsPrivacyControl, visitorHeaders } from '../record/operations.ts';
import type { VisitorRecord } from '../record/record.ts';
import { type PlainResponse, errorResponse, recordResponse } from '../proxy/request/plain-response.ts';
import type { Handler } from '../proxy/node/listener.ts';
import { widgetFilesIn } from '../proxy/node/files.ts';
import { ProxyError } from '../proxy/request/proxy-error.ts';
import { exposuresUnderGpc, type GpcLevel } from '../proxy/record/redact-record.ts';
import { requestFields } from '../proxy/record/request-fields.ts';
import type { VisitorRequest } from '../proxy/request/visitor-request.ts';
import { acceptedEncodings, type WidgetFiles, widgetFileName, widgetFileResponse } from '../proxy/widget-files.ts';
import { readVisitor } from './dev-visitor.ts';
import { folderResponse } from './folder-response.ts';
import { isLoopback } from '../http/loopback.ts';

export interface DevOptions {
  readonly folder: string;
  /** The visitor that `/geo` responds for. */
  readonly words: string;
  /** What `/geo` keeps of a visitor whose browser sends Global Privacy Control, as `GEOLET_GPC` says it to a proxy. */
  readonly gpc?: GpcLevel;
  /** The host name of the server. */
  readonly host: string;
  /** Gets a line for each lookup, and for each page without the script tag. */
  readonly report: (line: string) => void;
  /** The folder of the widget's built files. */
  readonly files?: string;
  /** How long a slow response takes. Longer than pages wait, unless their owner has changed that. */
  readonly slowMs?: number;
}

export const scriptTag = '<script async src="/geolet.js"></script>';

/**
 * A stored record would hide what `--as` says. So each page view asks again, unless the page sets `staleDays` itself.
 */
const beforeWidget = (
  words: string,
) => `globalThis.geoletConfig = Object.assign({ staleDays: 0 }, globalThis.geoletConfig);
globalThis.geoletDevVisitor = ${JSON.stringify(words)};${withSignal(readVisitor(words, () => undefined)?.page.gpc)}`;

/** A visitor with `gpc` has a browser that sends Global Privacy Control, also to the page's own scripts. */
function withSignal(gpc: boolean | undefined): string {
  return gpc === undefined
    ? ''
    : `\nObject.defineProperty(navigator, 'globalPrivacyControl', { value: ${gpc}, configurable: true });`;
}

/**
 * An element in a fragment makes the widget fetch the control's file, and that file puts the control into the corner of
 * the page.
 */
const behindWidget = `{
  const part = new DocumentFragment();
  part.append(document.createElement('geo-preview'));
  globalThis.geolet?.scan?.(part);
}`;

const builtFiles = fileURLToPath(new URL('../../dist', import.meta.url));

/** Serves the owner's pages, the widget's files and `/geo`, for the owner's own machine. */
export function createDevHandler(options: DevOptions): Handler {
  const { folder, host, words, report, files = builtFiles } = options;
  const widgetFiles = widgetFilesIn(files);
  const reportMissingTag = createTagReport(report);
  return async (request) => {
    try {
      refuseOtherHosts(request, host);
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new ProxyError(405, 'There are only pages and files here.', { headers: { allow: 'GET, HEAD' } });
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/geo') return await geoResponse(request, searchParams.get('geo-as') ?? words, options);
      const own = await folderResponse(folder, pathname);
      const name = own.status === 404 ? widgetFileName(pathname) : undefined;
      if (name === 'geolet.js' || name === 'geolet-bindings.js')
        return loaderResponse(request, await readLoader(name, files, widgetFiles), words);
      if (name !== undefined) return await widgetFileResponse(request, name, widgetFiles);
      reportMissingTag(pathname, own);
      return withCountry(own, searchParams.get('geo-as') ?? words);
    } catch (error) {
      return errorResponse(error);
    }
  };
}

/** Names the visitor's country in the header of a page, as a cache does that knows it: `docs/header.md`. */
function withCountry(response: PlainResponse, words: string): PlainResponse {
  const { countryCode, stateCode } = readVisitor(words, () => undefined)?.record ?? {};
  const place = [countryCode, stateCode].filter(Boolean).join('-');
  // The words come from the address of a request.
  if (!response.headers['content-type']?.includes('html') || !/^[A-Z]{2}(-[A-Z\d]{1,3})?$/.test(place)) return response;
  return { ...response, headers: { ...response.headers, 'server-timing': `geo;desc=${place}` } };
}

/** As long as any words for a visitor, which come from the address of a request. */
const mostShown = 200;

async function geoResponse(
  request: VisitorRequest,
  words: string,
  { report, gpc = 'country', slowMs = 3000 }: DevOptions,
): Promise<PlainResponse> {
  const headers = Object.fromEntries(
    visitorHeaders.flatMap((name) => [[name, request.headers.get(name) ?? '']]).filter(([, value]) => value),
  );
  const visitor = readVisitor(words, () => undefined, requestFields(headers));
  const hasSignal = visitor?.page.gpc ?? sendsPrivacyControl(request.headers);
  const cut = hasSignal ? `, no nearer than the ${gpc}: Global Privacy Control` : '';
  report(`${new Date().toTimeString().slice(0, 8)} /geo as ${printable(words.slice(0, mostShown))}${cut}`);
  if (!visitor) throw new ProxyError(400, `"${words}" does not name a visitor.`);
  if (visitor.slow) await new Promise((resolve) => setTimeout(resolve, slowMs));
  if (!visitor.record) throw new ProxyError(503, 'This lookup fails because the preview says offline.');
  return recordResponse(JSON.stringify(hasSignal ? coarse(visitor.record, gpc) : visitor.record), undefined);
}

/** What a proxy gives of a record under Global Privacy Control. */
function coarse(record: VisitorRecord, level: GpcLevel): VisitorRecord {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) =>
      exposuresUnderGpc[level].includes(fields[name as keyof VisitorRecord].exposure),
    ),
  );
}

async function readLoader(name: string, folder: string, widgetFiles: WidgetFiles): Promise<string> {
  const file = await widgetFiles(name, []);
  if (!file) throw new ProxyError(404, `There is no ${name} in ${folder}. In the repository, npm run build makes it.`);
  return new TextDecoder().decode(file.body);
}

/** The loader with the visitor of `--as` before it and the control for trying others behind it. */
function loaderResponse(request: VisitorRequest, loader: string, words: string): PlainResponse {
  const body = `${beforeWidget(words)}\n${loader}\n${behindWidget}`;
  const isCompressed = acceptedEncodings(request).includes('gzip');
  return {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      // As a proxy has it, so that the doctor finds here what it asks for elsewhere.
      ...(isCompressed && { 'content-encoding': 'gzip' }),
      'x-content-type-options': 'nosniff',
    },
    body: isCompressed ? gzipSync(body) : body,
  };
}

/** Whether a page loads the widget, from any address and by any of its names. */
function namesGeolet(page: string): boolean {
  if (page.includes('geolet/define')) return true;
  const names = page.match(/[\w.-]+/g) ?? [];
  return names.some((name) => name.includes('geolet') && name.lastIndexOf('.js') > name.indexOf('geolet'));
}

/** One page may have any number of addresses. */
const mostReported = 1_000;

/** Reports each page without the script tag once. */
function createTagReport(report: (line: string) => void): (path: string, page: PlainResponse) => void {
  const reported = new BoundedMap<string, true>(mostReported);
  return (path, { status, headers, body }) => {
    if (status !== 200 || !headers['content-type']?.startsWith('text/html') || reported.get(path)) return;
    if (!(body instanceof Uint8Array) || namesGeolet(new TextDecoder().decode(body))) return;
    reported.put(path, true);
    report(`${printable(path)} has no script tag. Paste this into its <head>:\n\n    ${scriptTag}\n`);
  };
}

/**
 * A page on another site may point its own host name at this machine, and then read what only this machine should see.
 * https://en.wikipedia.org/wiki/DNS_rebinding
 */
function refuseOtherHosts(request: VisitorRequest, host: string): void {
  const { hostname } = new URL(request.url);
  if (isLoopback(host) && !isLoopback(hostname))
    throw new ProxyError(403, `This server answers at localhost, not at ${hostname}. Let others in with --host.`);
}
