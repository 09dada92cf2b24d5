import { prometheusContentType } from 'prom-client';
import { jsonAnswer, textAnswer } from './answer.ts';
import type { Limiters } from './authorization.ts';
import type { GeoData } from './geo/geo-data.ts';
import { createCheck, healthOf, readinessOf } from './health.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage, referenceStyle } from './reference/page.ts';
import type { Route } from './routes.ts';
import type { Store } from './store/store.ts';

const allow = 'GET, HEAD';

export interface OperatorParts {
  readonly geo: GeoData;
  readonly store: Store;
  readonly limiters: Limiters & { check?(): Promise<void> };
  readonly metrics?: Metrics;
}

/** What operators, their monitors and their colleagues ask. None takes a key. */
export function operatorRoutes({ geo, store, limiters, metrics }: OperatorParts): readonly Route[] {
  const check = createCheck({ store, limiters });
  const document = jsonAnswer(200, openApiDocument);
  const page = textAnswer('text/html; charset=utf-8', referencePage(openApiDocument), {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  });
  const style = textAnswer('text/css; charset=utf-8', referenceStyle);
  return [
    {
      operation: 'health',
      path: '/health',
      allow,
      answer: async () => {
        const health = healthOf(geo, await check());
        return jsonAnswer(health.status === 'failing' ? 503 : 200, health);
      },
    },
    {
      operation: 'ready',
      path: '/ready',
      allow,
      answer: async () => {
        const readiness = readinessOf(geo, await check(), metrics?.isDraining === true);
        return jsonAnswer(readiness.status === 'ready' ? 200 : 503, readiness);
      },
    },
    {
      operation: 'metrics',
      path: '/metrics',
      allow,
      answer: async () => textAnswer(prometheusContentType, (await metrics?.text()) ?? ''),
    },
    { operation: 'openapi', path: '/openapi.json', allow, answer: () => document },
    { operation: 'reference', path: '/reference', allow, answer: () => page },
    { operation: 'reference', path: '/reference.css', allow, answer: () => style },
  ];
}
