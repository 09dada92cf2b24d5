import { createServer, type RequestListener, type Server } from 'node:http';
import { processFamilies } from '../../http/process-families.ts';
import { Counter, type Family, prometheusContentType, prometheusText } from '../../http/prometheus-text.ts';
import { dataFamily, type DatedData, family, RequestCounts } from '../../http/request-families.ts';
import type { Observer } from '../../proxy/observer.ts';
import { widgetFileName } from '../../proxy/widget-files.ts';
import type { RatesObserver } from '../../proxy/node/rates/rates-observer.ts';

export interface ProgramMetrics {
  readonly observer: Observer;
  readonly rates: RatesObserver;
  /** Counts what a listener responds to. */
  count(listener: RequestListener): RequestListener;
  /** All metrics in the text format of Prometheus. */
  text(): string;
}

interface Measured {
  /** Where the record is. */
  readonly path: string;
  readonly hasPages: boolean;
  readonly hasRates: boolean;
  /** Undefined where the data are a service's elsewhere. */
  readonly data: (() => readonly DatedData[]) | undefined;
}

const renewalOutcomes = ['new', 'same', 'kept-back', 'failed'] as const satisfies ReadonlyArray<
  Parameters<RatesObserver['renewal']>[0]
>;

/** Names and labels are those of the service's own metrics, so that the same alerts fit both. */
export function createProgramMetrics({ path, hasPages, hasRates, data }: Measured): ProgramMetrics {
  const requests = new RequestCounts();
  const cache = new Counter([{ result: 'hit' }, { result: 'miss' }, { result: 'stale' }]);
  const service = new Counter([{ outcome: 'ok' }, { outcome: 'outage' }, { outcome: 'refused' }]);
  const renewals = new Counter(renewalOutcomes.map((outcome) => ({ outcome })));
  const headerDiffers = new Counter([{}]);
  let ratesDate: string | undefined;
  let isOpen = false;
  let dataDate: string | undefined;
  const dated = (): readonly DatedData[] =>
    data?.() ?? (dataDate === undefined ? [] : [{ kind: 'all', name: 'service', builtAt: new Date(dataDate) }]);

  const operationOf = (url = ''): string => {
    const sent = url.replace(/\?.*$/s, '');
    if (sent === path) return 'record';
    if (widgetFileName(sent) !== undefined) return 'file';
    return hasPages ? 'page' : 'none';
  };
  const ratesFamilies: readonly Family[] = [
    family('gauge', 'geolet_rates_timestamp_seconds', 'The day of the exchange rates that are there.', () =>
      ratesDate === undefined ? [] : [{ value: Date.parse(ratesDate) / 1000 }],
    ),
    family('counter', 'geolet_rates_renewals_total', 'Attempts to renew the exchange rates.', () => renewals.samples()),
  ];
  const families: readonly Family[] = [
    ...requests.families('the end of its answer'),
    family('counter', 'geolet_cache_lookups_total', 'Records by where they came from.', () => cache.samples()),
    family('counter', 'geolet_service_requests_total', 'Requests to the visitor-data service.', () =>
      service.samples(),
    ),
    family(
      'gauge',
      'geolet_service_circuit_open',
      '1 while the service is asked only now and then, since it fails.',
      () => [{ value: Number(isOpen) }],
    ),
    family('counter', 'geolet_header_differs_total', 'Pages whose header named another place than the record.', () =>
      headerDiffers.samples(),
    ),
    dataFamily(dated),
    ...(hasRates ? ratesFamilies : []),
    ...processFamilies(),
  ];
  return {
    observer: {
      cache: (result) => cache.add({ result }),
      service(outcome, date) {
        service.add({ outcome });
        dataDate = date ?? dataDate;
      },
      circuit(open) {
        isOpen = open;
      },
      headerDiffers: () => headerDiffers.add({}),
    },
    rates: {
      renewal: (outcome) => renewals.add({ outcome }),
      date(date) {
        ratesDate = date;
      },
    },
    count: (listener) => (incoming, outgoing) => {
      const end = requests.begin(operationOf(incoming.url));
      // A visitor who left before the answer began has no status.
      outgoing.once('close', () => end(outgoing.headersSent ? outgoing.statusCode : 'none'));
      listener(incoming, outgoing);
    },
    text: () => prometheusText(families),
  };
}

/** A server of its own: never on the port that visitors reach. */
export function createMetricsServer({ text }: ProgramMetrics): Server {
  return createServer(({ url, method }, response) => {
    const isKnown = /^\/metrics(\?|$)/.test(url ?? '') && (method === 'GET' || method === 'HEAD');
    response.writeHead(isKnown ? 200 : 404, {
      'content-type': isKnown ? prometheusContentType : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(isKnown ? text() : 'Metrics are at /metrics.\n');
  });
}
