import { type Configuration, defaultConfiguration } from './configuration.ts';
import { type GeoData, openGeoData } from './geo/geo-data.ts';
import { renewGeoData } from './geo/renew.ts';
import { type CountReload, watchGeoData } from './geo/watch.ts';
import type { RequestHeaders } from './request.ts';
import { errorResponse, type ServiceResponse } from './response.ts';
import { visitorResponse } from './visitor-response.ts';

/** What the service knows about visitors, for a caller in this process: without HTTP, keys, limits and a store. */
export interface VisitorData {
  /**
   * Responds to get-visitor-data for these headers, at once. Never throws: every failure becomes a response, as over
   * HTTP.
   *
   * @param id identifies the request in the log.
   */
  answer(headers: RequestHeaders, id: string): ServiceResponse;
  /** The geo data in use, with their dates and the links that their licences require. */
  readonly geo: GeoData;
  /** Reads the geo data again, now. If a file is refused, all old ones stay in use, and the log says why. */
  reload(): Promise<void>;
  /** Looks for no more new data, and closes those in use. Nothing is answered any more. */
  close(): Promise<void>;
}

/**
 * Opens the geo data, and takes new files when they come. What the configuration leaves out takes its default. It
 * writes nothing to the data directory but new data, if it is to fetch them (`renewsData`).
 *
 * @param countReload is called after each reload.
 * @throws OperatorError when a database that was named can't be used.
 */
export function openVisitorData(
  configuration: Partial<Configuration> = {},
  countReload: CountReload = () => undefined,
): VisitorData {
  const settings = { ...defaultConfiguration, ...configuration };
  const geo = openGeoData(settings.databases, settings.dataDirectory);
  const watch = watchGeoData(geo, settings.dataPollSeconds, countReload);
  const endRenewal = settings.renewsData ? renewGeoData(geo, settings, () => watch.take()) : () => undefined;
  return {
    answer(headers, id) {
      try {
        return visitorResponse(geo, headers);
      } catch (error) {
        return errorResponse(error, id);
      }
    },
    geo,
    reload: () => watch.take(),
    async close() {
      endRenewal();
      watch.close();
      geo.close();
    },
  };
}
