import type { AskOrigin } from './pages.ts';
import type { HeaderSource } from '../../proxy/hosts/header-sources.ts';

/**
 * Asks the pages' server without the headers that say where the visitor is, so that a cache before it has one page for
 * everybody.
 */
export function stripGeoHeaders(askOrigin: AskOrigin, source: HeaderSource | undefined): AskOrigin {
  if (source === undefined) return askOrigin;
  return (url, request, headers, asPage) => {
    const passed = new Headers(headers);
    for (const name of Object.keys(source.headers)) passed.delete(name);
    return askOrigin(url, request, passed, asPage);
  };
}
