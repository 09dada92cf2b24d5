import { requestFields } from './request-fields.ts';
import { ProxyError } from './proxy-error.ts';
import type { AskService } from './visitor-data.ts';

/** For hosts that know where an address is. The rest comes from the visitor's headers, and no service is asked. */
export const askHost: AskService = ({ place, headers }) => {
  if (place === undefined)
    return Promise.reject(
      new ProxyError(500, 'The proxy was told to ask its host, which does not say where visitors are.'),
    );
  return Promise.resolve({ record: { ...place, ...requestFields(headers) }, license: undefined, dataDate: undefined });
};
