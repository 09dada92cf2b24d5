import { prometheusContentType } from '../http/prometheus-text.ts';
import type { Limiters } from './authorization.ts';
import type { GeoData } from './geo/geo-data.ts';
import { createCheck, healthOf, readinessOf } from './health.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage, referenceStyle } from './reference/page.ts';
import { jsonResponse, textResponse } from './response.ts';
import type { Route } from './routes.ts';
import type { Store } from './store/store.ts';

const allow = 'GET, HEAD';

export interface OperatorParts {
  readonly geo: GeoData;
  readonly store: Store;
  readonly limiters: Limiters & { check?(): Promise<void> };
  readonly metrics?: Metrics;
}

/** Routes for operators and their monitors. They need no key. */
export function operatorRoutes({ geo, store, limiters, metrics }: OperatorParts): readonly Route[] {
  const check = createCheck({ store, limiters });
  const document = jsonResponse(200, openApiDocument);
  const page = textResponse('text/html; charset=utf-8', referencePage(openApiDocument), {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  });
  const style = textResponse('text/css; charset=utf-8', referenceStyle);
  return [
    {
      operation: 'health',
      path: '/health',
      allow,
      handle: async () => {
        const health = healthOf(geo, await check());
        return jsonResponse(health.status === 'failing' ? 503 : 200, health);
      },
    },
    {
      operation: 'ready',
      path: '/ready',
      allow,
      handle: async () => {
        const readiness = readinessOf(geo, await check(), metrics?.isDraining === true);
        return jsonResponse(readiness.status === 'ready' ? 200 : 503, readiness);
      },
    },
    {
      operation: 'metrics',
      path: '/metrics',
      allow,
      handle: async () => textResponse(prometheusContentType, metrics?.text() ?? ''),
    },
    { operation: 'openapi', path: '/openapi.json', allow, handle: () => document },
    { operation: 'reference', path: '/reference', allow, handle: () => page },
    { operation: 'reference', path: '/reference.css', allow, handle: () => style },
  ];
}
