import { describeFailure, type Log } from '../log.ts';
import { rewritePage } from './rewrite-page.ts';
import type { WritePage } from './page-markup.ts';
import { StreamingRewriter } from './rewriter/streaming-rewriter.ts';

/** Writes pages for their visitors, on every host. */
export function createWritePage(log: Log): WritePage {
  const failed = (error: unknown): void =>
    log(describeFailure(error) ?? 'A page could not be written for its visitor.', 'error');
  return (page, context, status) => rewritePage(new StreamingRewriter(failed), page, { context, status, failed });
}
