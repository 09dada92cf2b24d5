import type { EmbedLoader } from './embedded-loader.ts';
import { embeddedRecord } from './embedded-record.ts';
import { HeadInsertion } from '../stream/head-insertion.ts';
import { inTurns } from '../stream/in-turns.ts';
import { visitorPageHeaders } from './page-response.ts';
import { isInOtherEncoding } from '../stream/page-encoding.ts';

/** Writes a page's markup for its visitor on its way, where the host can. */
export interface PageMarkup {
  /** Attributes of the record's block, for the widget: the page is written already. */
  readonly marks: string;
  rewrite(page: Response, request: Request, record: string): Response;
}

interface VisitorPageParts {
  readonly embedLoader: EmbedLoader;
  readonly markup?: PageMarkup | undefined;
}

/**
 * Makes one visitor's page of a page for everybody: with the visitor's record and the loader in its head, its markup
 * written, and headers that keep it out of caches.
 *
 * @param record as JSON; undefined where none came in time.
 */
export async function writeVisitorPage(
  { body, status, statusText, headers }: Response,
  request: Request,
  record: string | undefined,
  { embedLoader, markup }: VisitorPageParts,
): Promise<Response> {
  const page = new Response(body, { status, statusText, headers: visitorPageHeaders(headers) });
  const loader = request.method === 'GET' ? await embedLoader(headers.get('content-security-policy')) : '';
  if (record === undefined) return insertInHead(page, loader);
  const writing = isInOtherEncoding(headers) ? undefined : markup;
  const embedded = embeddedRecord(record, Date.now(), writing?.marks) + loader;
  return insertInHead(writing ? writing.rewrite(page, request, record) : page, embedded);
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
