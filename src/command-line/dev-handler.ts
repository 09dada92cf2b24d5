import { fileURLToPath } from 'node:url';
import { visitorHeaders } from '../record/operations.ts';
import { type PlainResponse, errorResponse, recordResponse } from '../proxy/plain-response.ts';
import type { Handler } from '../proxy/node/listener.ts';
import { widgetFilesIn } from '../proxy/node/files.ts';
import { ProxyError } from '../proxy/proxy-error.ts';
import { requestFields } from '../proxy/request-fields.ts';
import type { VisitorRequest } from '../proxy/visitor-request.ts';
import { widgetFileResponse, widgetFileName } from '../proxy/widget-files.ts';
import { readVisitor } from './dev-visitor.ts';
import { folderResponse } from './folder-response.ts';
import { isLoopback } from './loopback.ts';

export interface DevOptions {
  readonly folder: string;
  /** Whom `/geo` answers as. */
  readonly words: string;
  /** The name under which the server is asked. */
  readonly host: string;
  /** Told of each look-up, and of each page that lacks the script tag. */
  readonly tell: (line: string) => void;
  /** Where the widget's built files are. */
  readonly files?: string;
  /** How late a slow answer is; longer than a page waits, unless its owner has changed that. */
  readonly slowMs?: number;
}

export const scriptTag = '<script async src="/geolet.js"></script>';

/** A record that the browser has kept would hide what `--as` says: each page view asks again, unless the page says otherwise. */
const beforeWidget = (
  words: string,
) => `globalThis.geoletConfig = Object.assign({ staleDays: 0 }, globalThis.geoletConfig);
globalThis.geoletDevVisitor = ${JSON.stringify(words)};`;

/** A part that the page never gets has the control's file fetched, and that puts the control into the corner. */
const behindWidget = `{
  const part = new DocumentFragment();
  part.append(document.createElement('geo-preview'));
  globalThis.geolet?.scan?.(part);
}`;

const builtFiles = fileURLToPath(new URL('../../dist', import.meta.url));

/** The owner's pages, the widget's files and `/geo`, for one's own machine. */
export function createDevHandler({
  folder,
  words,
  host,
  tell,
  files = builtFiles,
  slowMs = 3000,
}: DevOptions): Handler {
  const widgetFiles = widgetFilesIn(files);
  const toldOf = new Set<string>();

  async function geoAnswer(request: VisitorRequest): Promise<PlainResponse> {
    const headers = Object.fromEntries(
      visitorHeaders.flatMap((name) => [[name, request.headers.get(name) ?? '']]).filter(([, value]) => value),
    );
    const wanted = new URL(request.url).searchParams.get('geo-as') ?? words;
    const visitor = readVisitor(wanted, () => {}, requestFields(headers));
    tell(`${new Date().toTimeString().slice(0, 8)} /geo as ${wanted}`);
    if (!visitor) throw new ProxyError(400, `${wanted} is no visitor in words.`);
    if (visitor.slow) await new Promise((resolve) => setTimeout(resolve, slowMs));
    if (!visitor.record) throw new ProxyError(503, 'The look-up fails, as it was asked to.');
    return recordResponse(JSON.stringify(visitor.record), undefined);
  }

  async function widgetAnswer(request: VisitorRequest, name: string): Promise<PlainResponse> {
    if (name !== 'geolet.js') return widgetFileResponse(request, name, widgetFiles);
    const file = await widgetFiles(name, []);
    if (!file)
      throw new ProxyError(404, `There is no geolet.js in ${files}. In the repository, npm run build makes it.`);
    const script = `${beforeWidget(words)}\n${new TextDecoder().decode(file.body)}\n${behindWidget}`;
    return {
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      },
      body: script,
    };
  }

  function tellOfMissingTag(path: string, { status, headers, body }: PlainResponse): void {
    if (status !== 200 || !headers['content-type']?.startsWith('text/html') || toldOf.has(path)) return;
    if (!(body instanceof Uint8Array) || /geolet[\w.-]*\.js|geolet\/define/.test(new TextDecoder().decode(body)))
      return;
    toldOf.add(path);
    tell(`${path} has no script tag. Paste this into its <head>:\n\n    ${scriptTag}\n`);
  }

  return async (request) => {
    try {
      refuseOtherHosts(request, host);
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new ProxyError(405, 'There are only pages and files here.', { headers: { allow: 'GET, HEAD' } });
      const { pathname } = new URL(request.url);
      if (pathname === '/geo') return await geoAnswer(request);
      const own = await folderResponse(folder, pathname);
      const name = own.status === 404 ? widgetFileName(pathname) : undefined;
      if (name !== undefined) return await widgetAnswer(request, name);
      tellOfMissingTag(pathname, own);
      return own;
    } catch (error) {
      return errorResponse(error);
    }
  };
}

/** A page elsewhere may give its name this machine's address, and so read what is served to this machine alone. https://en.wikipedia.org/wiki/DNS_rebinding */
function refuseOtherHosts(request: VisitorRequest, host: string): void {
  const { hostname } = new URL(request.url);
  if (isLoopback(host) && !isLoopback(hostname))
    throw new ProxyError(403, `This server answers at localhost, not at ${hostname}. Let others in with --host.`);
}
