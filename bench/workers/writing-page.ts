/** A Worker that writes one page again and again, in one of several ways. It answers with how many bytes left. */
import { createPageContext } from '../../src/pages/render/page-context.ts';
import { createPageRenderer } from '../../src/pages/front/personalize-page.ts';
import { createPageReport } from '../../src/pages/front/page-report.ts';
import { rewriteHtml } from '../../src/pages/render/rewrite-html.ts';
import { adapt, type NativeRewriter } from './native-rewriter.ts';
import { inChunks, makePage, type Stream } from './page.ts';

declare const HTMLRewriter: new () => NativeRewriter;

const record = { countryCode: 'FR', countryName: 'France', city: 'Lyon', currencyCode: 'EUR', isEU: true };

const renderer = createPageRenderer(
  { markup: true, choiceCookie: undefined, choiceParameter: 'geo-choice' },
  createPageReport((line) => {
    throw new Error(line);
  }),
);
const request = new Request('https://shop.example/', { headers: { 'accept-language': 'en' } });

const newContext = () =>
  createPageContext(record, undefined, {
    url: 'https://shop.example/',
    referrer: null,
    language: 'en',
    globalPrivacyControl: false,
  });

const failed = (error: unknown): void => {
  throw error;
};

const ways: Readonly<Record<string, (page: Response) => Response>> = {
  copied: (page) => page,
  // One pass to find where it gives up, and one that writes.
  native(page) {
    const scouted = new HTMLRewriter().onDocument({ end() {} }).transform(page);
    return rewriteHtml(adapt(new HTMLRewriter()), scouted, {
      context: newContext(),
      status: 'ready',
      failed,
      limited() {},
    });
  },
  geolet(page) {
    return renderer?.render(page, request, record) ?? page;
  },
};

const pages = new Map<number, Uint8Array<ArrayBuffer>>();

export default {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const size = Number(searchParams.get('size'));
    const page = pages.get(size) ?? makePage(size, 200);
    pages.set(size, page);
    const way = ways[searchParams.get('way') ?? ''];
    let bytes = 0;
    for (let time = 0; time < Number(searchParams.get('times')); time++)
      bytes += way === undefined ? 0 : await lengthOf(way(asPage(inChunks(page))));
    return Response.json(bytes);
  },
};

function asPage(source: Stream): Response {
  return new Response(source, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

async function lengthOf({ body }: Response): Promise<number> {
  const reader = body?.getReader();
  let bytes = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) bytes += part.value.length;
  return bytes;
}
