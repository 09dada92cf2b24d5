import type { EmbedLoader } from './embedded-loader.ts';
import { embeddedRecord } from './embedded-record.ts';
import { HeadInsertion } from '../stream/head-insertion.ts';
import { inTurns } from '../stream/in-turns.ts';
import type { PageRenderer } from './page-renderer.ts';
import { visitorPageHeaders } from './page-response.ts';
import { isInOtherEncoding } from '../stream/declared-encoding.ts';

interface PersonalizeParts {
  readonly embedLoader: EmbedLoader;
  readonly renderer?: PageRenderer | undefined;
}

/**
 * Makes one visitor's page of a page for everybody: with the visitor's record and the loader in its head, its markup
 * written, and headers that keep it out of caches.
 *
 * @param record as JSON; undefined where none came in time.
 */
export async function personalizePage(
  { body, status, statusText, headers }: Response,
  request: Request,
  record: string | undefined,
  { embedLoader, renderer }: PersonalizeParts,
): Promise<Response> {
  const page = new Response(body, { status, statusText, headers: visitorPageHeaders(headers) });
  const loader = request.method === 'GET' ? await embedLoader(headers.get('content-security-policy')) : '';
  if (record === undefined) return insertInHead(page, loader);
  const used = isInOtherEncoding(headers) ? undefined : renderer;
  const embedded = embeddedRecord(record, Date.now(), used?.marks) + loader;
  return insertInHead(used ? used.render(page, request, record) : page, embedded);
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
