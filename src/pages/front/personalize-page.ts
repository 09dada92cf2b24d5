import type { ProxySettings } from '../../proxy/options.ts';
import { createEmbedLoader } from './embedded-loader.ts';
import { embeddedRecord } from './embedded-record.ts';
import { HeadInsertion } from '../stream/head-insertion.ts';
import { inTurns } from '../stream/in-turns.ts';
import type { PageSettings } from './page-options.ts';
import type { PageRecord } from './page-record.ts';
import { createPageRenderer } from './page-renderer.ts';
import { visitorPageHeaders } from './page-response.ts';
import { isInOtherEncoding } from '../stream/declared-encoding.ts';

/**
 * Makes one visitor's page of a page for everybody: with the visitor's record and the loader in its head, its markup
 * written, and headers that keep it out of caches.
 *
 * @param found undefined where no record came in time.
 */
export type PersonalizePage = (page: Response, request: Request, found: PageRecord | undefined) => Promise<Response>;

export function createPersonalizePage(
  settings: PageSettings,
  { path, files, log }: Pick<ProxySettings, 'path' | 'files' | 'log'>,
): PersonalizePage {
  const embedLoader = createEmbedLoader(settings, path, files);
  const ownRenderer = createPageRenderer(settings, log);
  return async ({ body, status, statusText, headers }, request, found) => {
    const page = new Response(body, { status, statusText, headers: visitorPageHeaders(headers) });
    const loader = request.method === 'GET' ? await embedLoader(headers.get('content-security-policy')) : '';
    if (!found) return insertInHead(page, loader);
    const renderer = isInOtherEncoding(headers) ? undefined : ownRenderer;
    const embedded = embeddedRecord(found.json, Date.now(), renderer?.marks) + loader;
    return insertInHead(renderer ? renderer.render(page, request, found.record) : page, embedded);
  };
}

function insertInHead(page: Response, text: string): Response {
  if (!text || !page.body) return page;
  const insertion = new HeadInsertion(text);
  const written = inTurns(page.body, {
    push: (piece) => insertion.push(piece),
    end: () => insertion.end(),
  });
  return new Response(written, page);
}
