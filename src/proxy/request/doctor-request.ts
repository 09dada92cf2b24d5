import { parsePeer } from '../../http/trusted-hops.ts';
import { parseAddress } from '../../record/address.ts';
import { packedCountryFields } from '../../record/packed-countries.ts';
import { parseVisitorWords } from '../../rules/visitor-words.ts';
import { type PlainResponse, recordResponse } from './plain-response.ts';
import { createRedaction, type ExposureSettings } from '../record/redact-record.ts';
import type { Log } from '../log.ts';
import { ProxyError } from './proxy-error.ts';
import { readLookup } from '../record/lookup.ts';
import type { Peer, VisitorRequest } from './visitor-request.ts';

/** The visitor to respond for, in words such as `JP`, and the secret that allows such requests. */
export const doctorHeaders = { visitor: 'x-geolet-visitor', secret: 'x-geolet-doctor' } as const;

export interface DoctorSettings {
  /** Without it, no such request is allowed. */
  readonly doctorSecret: string | undefined;
}

/** A request for the record, with the site that it was sent to and its ID. */
export interface RecordRequest {
  readonly request: VisitorRequest;
  readonly peer: Peer;
  readonly site: string;
  readonly id: string;
}

export type RespondWithRecord = (asked: RecordRequest) => Promise<PlainResponse>;

type Settings = DoctorSettings & ExposureSettings & { readonly log: Log; readonly warn: (message: string) => void };

/**
 * Lets `geolet doctor` ask as a visitor from any country, wherever it runs. The response has the real address and an
 * invented record; it does not touch the cache, and every such request is logged.
 */
export function withDoctor(respond: RespondWithRecord, settings: Settings): RespondWithRecord {
  const { doctorSecret } = settings;
  if (doctorSecret === undefined) return respond;
  const respondToDoctor = createDoctorResponse(doctorSecret, settings);
  return (asked) => {
    const words = asked.request.headers.get(doctorHeaders.visitor);
    return words === null || asked.request.method !== 'GET' ? respond(asked) : respondToDoctor(asked, words);
  };
}

function createDoctorResponse(
  doctorSecret: string,
  settings: Settings,
): (asked: RecordRequest, words: string) => Promise<PlainResponse> {
  const { redact, toJson } = createRedaction(settings);
  // A private address has no place, so the invented record gets a public one.
  const anywhere = parseAddress('1.1.1.1');
  return async ({ request, peer, site, id }, words) => {
    if (!(await areSame(request.headers.get(doctorHeaders.secret) ?? '', doctorSecret)))
      throw new ProxyError(403, "The doctor's secret is not the one that the proxy was given.");
    const visitor = parseVisitorWords(words, packedCountryFields);
    const address = parsePeer(peer.ip) ?? anywhere;
    if (!visitor || !address || !anywhere)
      throw new ProxyError(400, "The doctor's request names no country: write one such as JP.");
    settings.log(`The doctor asked as ${words}.`, 'info');
    const lookup = readLookup(request, { address, site, place: undefined, id });
    const data = { record: visitor.fields, license: undefined, dataDate: undefined };
    const response = recordResponse(toJson(redact(data, { ...lookup, address: anywhere }), lookup), undefined, id);
    return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } };
  };
}

/** Compares whole digests, so that the time it takes does not show how many characters of a guess are right. */
async function areSame(first: string, second: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const [one, other] = [await digest(first), await digest(second)];
  return one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;
}
