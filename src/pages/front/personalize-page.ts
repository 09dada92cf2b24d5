import type { ProxySettings } from '../../proxy/options.ts';
import { createEmbedLoader } from './embedded-loader.ts';
import { embeddedRecord } from './embedded-record.ts';
import type { PageSettings } from './page-options.ts';
import type { PageRecord } from './page-record.ts';
import { createPageRenderer } from './page-renderer.ts';
import { visitorPageHeaders } from './page-response.ts';
import { createPageReport } from './page-report.ts';
import { isInOtherEncoding } from '../stream/declared-encoding.ts';
import { StreamingRewriter } from '../stream/streaming-rewriter.ts';

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
  const report = createPageReport(log);
  const ownRenderer = createPageRenderer(settings, report);
  return async ({ body, status, statusText, headers }, request, found) => {
    const page = new Response(body, { status, statusText, headers: visitorPageHeaders(headers) });
    const loader = request.method === 'GET' ? await embedLoader(headers.get('content-security-policy')) : '';
    const renderer = isInOtherEncoding(headers) ? undefined : ownRenderer;
    const head = found ? embeddedRecord(found.json, Date.now(), renderer?.marks) + loader : loader;
    if (found && renderer) return renderer.render(page, request, found.record, head);
    const { failed, limited } = report(request.url);
    return new StreamingRewriter(failed, limited, head).transform(page);
  };
}
