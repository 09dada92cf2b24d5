import { requestFields } from '../record/request-fields.ts';
import { ProxyError } from '../request/proxy-error.ts';
import type { AskService } from '../record/visitor-data.ts';

/** The record without a service: the host says where the visitor is, the rest comes from their headers. */
export const recordFromHost: AskService = ({ place, headers }) => {
  if (place === undefined)
    return Promise.reject(
      new ProxyError(500, 'The option upstream is host, and this host does not say where visitors are.'),
    );
  return Promise.resolve({ record: { ...place, ...requestFields(headers) }, license: undefined, dataDate: undefined });
};
