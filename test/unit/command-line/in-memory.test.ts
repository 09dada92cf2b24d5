import { expect, it, onTestFinished } from 'vitest';
import { createInMemoryTransport } from '../../../src/command-line/serve/in-memory.ts';
import { createResponder } from '../../../src/proxy/proxy.ts';
import type { Transport } from '../../../src/proxy/record/transport.ts';
import { openVisitorData } from '../../../src/service/visitor-data.ts';
import { lyon, temporaryDirectory, writeDatabase } from '../service/running-service.ts';

const key = 'a-key-that-nobody-checks';

function openData() {
  const directory = temporaryDirectory();
  const databases = { city: [writeDatabase(directory, lyon)], asn: [] };
  const data = openVisitorData({ dataDirectory: directory, databases, dataPollSeconds: 0 });
  onTestFinished(() => data.close());
  return data;
}

async function answerThrough(transport: Transport, ip: string, headers: Readonly<Record<string, string>>) {
  const respond = createResponder({ upstream: 'http://localhost', key, expose: ['IP', 'latitude', 'ISP'], transport });
  const request = new Request('http://shop.example/geo', { headers });
  const { status, body } = await respond(request, { ip });
  return { status, record: JSON.parse(String(body)) as unknown };
}

/** As a service elsewhere answers: with the text alone. */
const asText =
  (transport: Transport): Transport =>
  async (request) => {
    const { status, headers, text } = await transport(request);
    return { status, headers, text };
  };

const chrome = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/118.0.0.0 Safari/537.36', 'sec-ch-ua': '"x"' };

it.each([
  ['212.27.48.10', chrome],
  ['212.27.48.10', { ...chrome, 'sec-gpc': '1' }],
  ['212.27.48.11', { referer: 'https://shop.example/shoes?size=9', 'x-visitor-referer': 'https://search.example/' }],
  ['10.0.0.1', chrome],
  ['198.51.100.7', {}],
  ['2a01:e00::1', { 'sec-ch-ua-mobile': '?1' }],
])('a record that was never text says of %s, %o, what its text says', async (ip, headers) => {
  const transport = createInMemoryTransport(openData());
  const never = await answerThrough(transport, ip, headers);
  expect(never).toEqual(await answerThrough(asText(transport), ip, headers));
  expect(never.status).toBe(200);
});

it('nobody makes text of a record that goes to the proxy in the same process', async () => {
  const data = openData();
  const unread: Transport = createInMemoryTransport({
    ...data,
    answer(headers, id) {
      const { status, headers: answered, record } = data.answer(headers, id);
      return {
        status,
        headers: answered,
        ...(record && { record }),
        get body(): string {
          throw new Error('somebody reads the text');
        },
      };
    },
  });
  const { record } = await answerThrough(unread, '212.27.48.10', chrome);
  expect(record).toMatchObject({ countryCode: 'FR', OS: 'Windows' });
});

it('visitors of one place share its fields, and no field of a visit', async () => {
  const data = openData();
  const asked = (ip: string) => data.answer(new Headers({ 'x-visitor-ip': ip, ...chrome }), 'id').record;
  const [one, other] = [asked('212.27.48.10'), asked('212.27.48.11')];
  expect(one?.place).toBe(other?.place);
  expect([one?.visit['IP'], other?.visit['IP']]).toEqual(['212.27.48.10', '212.27.48.11']);
});
