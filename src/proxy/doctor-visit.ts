import { parseAddress } from '../record/address.ts';
import { packedCountryFields } from '../record/packed-country.ts';
import { parseVisitorWords } from '../rules/visitor-words.ts';
import { type Answer, recordAnswer } from './answer.ts';
import { createCut, type ExposureSettings } from './cut-record.ts';
import type { Log } from './log.ts';
import { ProxyError } from './proxy-error.ts';
import { readVisit } from './visit.ts';
import type { Peer, VisitorRequest } from './visitor-request.ts';

/** Whom an answer is to be made for, in words such as `JP`, and the secret that allows it to be asked. */
export const doctorHeaders = { visitor: 'x-geolet-visitor', secret: 'x-geolet-doctor' } as const;

export interface DoctorSettings {
  /** Undefined: nobody may ask. */
  readonly doctorSecret: string | undefined;
}

type AnswerVisitor = (request: VisitorRequest, peer: Peer, site: string, id: string) => Promise<Answer>;

/**
 * Lets `geolet doctor` ask as visitors of several countries, whoever runs it. The address stays whose it is; the answer is
 * made up for it alone, comes from no cache and goes into none, and every such question is logged.
 */
export function withDoctor(
  answer: AnswerVisitor,
  settings: DoctorSettings & ExposureSettings & { readonly log: Log; readonly warn: (message: string) => void },
): AnswerVisitor {
  const { doctorSecret, log } = settings;
  if (doctorSecret === undefined) return answer;
  const cut = createCut(settings);
  const anywhere = parseAddress('1.1.1.1');

  async function answerDoctor(
    request: VisitorRequest,
    peer: Peer,
    site: string,
    words: string,
    id: string,
  ): Promise<Answer> {
    if (!(await areSame(request.headers.get(doctorHeaders.secret) ?? '', doctorSecret ?? '')))
      throw new ProxyError(403, "The doctor's secret is not the one that the proxy was given.");
    const { value: visitor } = parseVisitorWords(words, packedCountryFields);
    const address = parseAddress(peer.ip.replace(/%.*$/, '')) ?? anywhere;
    if (!visitor || !address || !anywhere)
      throw new ProxyError(400, 'The doctor asks as nobody: write a country such as JP.');
    log(`The doctor asked as ${words}.`, 'info');
    const visit = readVisit(request, address, site, undefined, id);
    const ask = cut.around(() => Promise.resolve({ record: visitor.fields, license: undefined, dataDate: undefined }));
    const made = recordAnswer(
      cut.complete(await ask({ ...visit, address: anywhere }, request.signal), visit),
      undefined,
      id,
    );
    return { ...made, headers: { ...made.headers, 'cache-control': 'no-store' } };
  }

  return (request, peer, site, id) => {
    const words = request.headers.get(doctorHeaders.visitor);
    return words === null || request.method !== 'GET'
      ? answer(request, peer, site, id)
      : answerDoctor(request, peer, site, words, id);
  };
}

/** In a time that tells nothing of how far two secrets agree: their digests are compared, all of them. */
async function areSame(first: string, second: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const [one, other] = [await digest(first), await digest(second)];
  return one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;
}
