import { Client } from 'undici';
import { headerRecord } from '../../src/record/header-record.ts';
import { parseRecord } from '../../src/record/record.ts';
import { elementsIn, parseMarkup, PlainPage } from '../support/plain-markup.ts';
import { addressOf, type Cache } from './cache.ts';
import { readingOf, visitOf } from './shop.ts';

/** As many requests as are on their way at once. */
const together = 32;

/**
 * Visits the pages through the cache, and shows them by the rules alone, which every visitor's browser has.
 *
 * @returns what was wrong.
 */
export async function visitByRules({ port }: Cache, first: number, end: number): Promise<readonly string[]> {
  const client = new Client(`http://127.0.0.1:${port}`, { pipelining: together });
  const wrong: string[] = [];
  let next = first;
  const visitSome = async () => {
    while (next < end) {
      const visit = visitOf(next++);
      const { headers, body } = await client.request({
        method: 'GET',
        path: `/page-${visit.page}`,
        headers: { 'x-forwarded-for': addressOf(visit) },
      });
      const read = readPage(await body.text(), headers['server-timing']).join('; ');
      const right = readingOf(visit).join('; ');
      if (read !== right) wrong.push(`visit ${visit.number}, ${visit.place ?? 'nowhere'}: ${read} for ${right}`);
    }
  };
  await Promise.all(Array.from({ length: together }, visitSome));
  await client.close();
  return wrong;
}

function readPage(html: string, header: string | string[] | undefined): readonly string[] {
  const [, place = ''] = /^geo;desc=(\S+)$/.exec(String(header)) ?? [];
  const page = new PlainPage({ record: parseRecord(headerRecord(place, true)), page: {} }, 'https://shop.example/');
  const [, body = ''] = /<body>(.*)<\/body>/s.exec(html) ?? [];
  return elementsIn(parseMarkup(body)).map((element) => page.read(element));
}
