import type { Log } from '../../proxy/log.ts';
import { createPageReport } from './page-report.ts';
import { rewritePage } from '../render/rewrite-page.ts';
import type { WritePage } from './page-markup.ts';
import { StreamingRewriter } from '../stream/streaming-rewriter.ts';

/** Writes pages for their visitors, on every host. */
export function createWritePage(log: Log): WritePage {
  const report = createPageReport(log);
  return (page, context, status) => {
    const { failed, limited } = report(context.base);
    return rewritePage(new StreamingRewriter(failed, limited), page, { context, status, failed, limited });
  };
}
