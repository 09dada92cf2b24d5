import { requestFields } from '../request-fields.ts';
import { ProxyError } from '../proxy-error.ts';
import type { AskService } from '../visitor-data.ts';

/** Asks no service: the host has said where the visitor is, and the rest follows from the visitor's headers. */
export const askHost: AskService = ({ place, headers }) => {
  if (place === undefined)
    return Promise.reject(
      new ProxyError(500, 'The option upstream is host, and this host does not say where visitors are.'),
    );
  return Promise.resolve({ record: { ...place, ...requestFields(headers) }, license: undefined, dataDate: undefined });
};
