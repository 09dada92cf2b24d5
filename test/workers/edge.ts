import { afterAll, onTestFinished } from 'vitest';
import { startWorker } from './start-worker.ts';

export interface Page {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the service says of the visitor; null when it fails. */
  readonly record?: object | null;
}

export interface Edge {
  /** A page as it leaves the Worker for this visitor. */
  render(
    page: Page,
    request?: { readonly site?: string; readonly path?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
  /** Requests that came to the pages' server. */
  readonly asked: readonly Request[];
}

export const lyon = {
  countryCode: 'FR',
  countryName: 'France',
  stateCode: 'ARA',
  stateName: 'Auvergne-Rhône-Alpes',
  continentCode: 'EU',
  continentName: 'Europe',
  city: 'Lyon',
  isEU: true,
  currencyCode: 'EUR',
  language: 'fr-FR',
  deviceType: 'desktop',
  isMobile: false,
} as const;

/** A Worker in front of pages that a test writes. */
export async function startEdge(keep = onTestFinished, asked: Request[] = []): Promise<Edge> {
  let now: Page = { html: '' };
  const answer = (request: Request): Promise<Response> => {
    if (new URL(request.url).host === 'geo.example')
      return Promise.resolve(
        now.record === null ? new Response(null, { status: 500 }) : Response.json(now.record ?? lyon),
      );
    asked.push(request);
    return Promise.resolve(
      new Response(now.html, { headers: { 'content-type': 'text/html; charset=utf-8', ...now.headers } }),
    );
  };
  const worker = await startWorker('pages', { answer }, keep);
  return {
    asked,
    render(page, { site = 'https://shop.example', path = '/', headers = {} } = {}) {
      now = page;
      return worker.dispatchFetch(site + path, {
        headers: { accept: 'text/html', 'accept-language': 'en-US', 'cf-connecting-ip': '212.27.48.10', ...headers },
      });
    },
  };
}

/** One Worker for all pages of a file, which starts with the first of them. */
export function shareEdge(): Edge {
  const closing: (() => unknown)[] = [];
  const asked: Request[] = [];
  let started: Promise<Edge> | undefined;
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return {
    asked,
    async render(...page) {
      started ??= startEdge((close) => void closing.push(close as () => unknown), asked);
      return (await started).render(...page);
    },
  };
}
