import type { VisitorRecord } from '../../record/record.ts';
import { createHostFunction, type FunctionOptions } from '../../proxy/hosts/host-function.ts';
import { hostRecord } from '../../proxy/hosts/host-record.ts';

export type { FunctionOptions } from '../../proxy/hosts/host-function.ts';

/**
 * What is read of the `Context` that Netlify gives to functions and edge functions.
 * https://docs.netlify.com/build/functions/api/
 */
export interface NetlifyContext {
  readonly ip?: string;
  readonly geo?: unknown;
}

/**
 * The proxy as a Netlify Function or Edge Function: `export default createNetlifyFunction()`, with its path in the
 * file's `config`. The address and the place are those of Netlify's context. No header is read for them.
 *
 * @param options without them, the record is made of what Netlify knows, and there is no service and no key.
 * @returns the function that Netlify calls for each request.
 * @throws TypeError when an option is wrong.
 */
export function createNetlifyFunction(
  options: FunctionOptions = {},
): (request: Request, context: NetlifyContext) => Promise<Response> {
  const respond = createHostFunction(options);
  return (request, { ip = '', geo }) => respond(request, { ip, place: placeOf(geo), host: 'netlify' });
}

/** https://docs.netlify.com/build/functions/api/#netlify-specific-context-object */
function placeOf(geo: unknown): VisitorRecord {
  const facts = objectOf(geo);
  return hostRecord({
    countryCode: objectOf(facts['country'])['code'],
    stateCode: objectOf(facts['subdivision'])['code'],
    stateName: objectOf(facts['subdivision'])['name'],
    city: facts['city'],
    postalCode: facts['postalCode'],
    timezone: facts['timezone'],
    latitude: textOf(facts['latitude']),
    longitude: textOf(facts['longitude']),
  });
}

/** The contract has coordinates as text. */
function textOf(value: unknown): unknown {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
