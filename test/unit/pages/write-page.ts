import { readPageOptions, type PageOptions } from '../../../src/pages/front/page-options.ts';
import { createPageReport } from '../../../src/pages/front/page-report.ts';
import { createPageRenderer } from '../../../src/pages/front/personalize-page.ts';
import type { VisitorRecord } from '../../../src/record/record.ts';

interface Writing {
  readonly options?: Partial<PageOptions>;
  readonly request?: Request;
  readonly report?: Parameters<typeof createPageReport>[0];
}

/** A page as a server writes it for its visitor. */
export async function writePage(
  html: BodyInit,
  record: VisitorRecord,
  { options = {}, request = new Request('https://shop.example/'), report = () => {} }: Writing = {},
): Promise<string> {
  const all = readPageOptions({ origin: 'https://pages.example', ...options });
  const page = new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  return (await createPageRenderer(all, createPageReport(report))?.render(page, request, record).text()) ?? '';
}
