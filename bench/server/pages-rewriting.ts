/** Writes one page again and again, beside the floor, in turns. Prints the CPU milliseconds of each as JSON. */
import { createPageRenderer } from '../../src/pages/front/personalize-page.ts';
import { createPageReport } from '../../src/pages/front/page-report.ts';
import { copyPage } from './floor-pages.ts';

type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

const chunkBytes = 16_384;
/** A server that has run for a while: else the few bound elements of a page are still read by the interpreter. */
const warmUp = 40;
const [rounds = 20, bound = 200] = process.argv.slice(2).map(Number);

const plain = (index: number): string =>
  `<article class="card" id="c${index}"><h2><a href="/p/${index}">Product ${index} – größe</a></h2><p class="lead">A text about it, with some <em>words</em> in it &amp; more.</p><img src="/i/${index}.jpg" alt="" loading="lazy" width="200" height="100"></article>\n`;

const bindings = [
  '<p data-geo-text="Hello {city}">Hello you</p>',
  '<a data-geo-href="/{country:lower}/p" href="/p">x</a>',
  '<geo-if country="DE">only <b>Germany</b></geo-if>',
  '<geo-currency prices="USD 49, EUR 45">$49</geo-currency>',
  '<p data-geo-show="country: FR" hidden>x</p>',
];

/** One megabyte, with so many bound elements in it. */
function makePage(): Uint8Array<ArrayBuffer> {
  const count = Math.floor(1_000_000 / Buffer.byteLength(plain(1000)));
  const parts = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * bound) / count);
    const to = Math.floor(((index + 1) * bound) / count);
    const added = Array.from({ length: to - from }, (_unused, more) => bindings[(from + more) % bindings.length]);
    return plain(index) + added.join('');
  });
  return new TextEncoder().encode(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${parts.join('')}</body></html>`,
  );
}

const page = makePage();
const renderer = createPageRenderer(
  { markup: true, choiceCookie: undefined, choiceParameter: 'geo-choice' },
  createPageReport((line) => {
    throw new Error(line);
  }),
);
const request = new Request('https://shop.example/', { headers: { 'accept-language': 'en' } });
const record = {
  countryCode: 'FR',
  countryName: 'France',
  city: 'Lyon',
  currencyCode: 'EUR',
  isEU: true,
};

const variants: Readonly<Record<string, (source: Stream) => Stream | null>> = {
  floor: copyPage,
  geolet(source) {
    const response = new Response(source, { headers: { 'content-type': 'text/html; charset=utf-8' } });
    return renderer?.render(response, request, record).body ?? null;
  },
};

const times: Record<string, number[]> = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
for (let round = -warmUp; round < rounds; round++)
  for (const [name, variant] of Object.entries(variants)) {
    const before = process.cpuUsage();
    let bytes = 0;
    for await (const chunk of variant(inChunks(page)) ?? []) bytes += chunk.length;
    if (bytes < page.length) throw new Error(`${name} lost ${page.length - bytes} bytes`);
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) times[name]?.push((user + system) / 1000);
  }
console.log(JSON.stringify(times));

function inChunks(bytes: Uint8Array<ArrayBuffer>): Stream {
  let position = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (position >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(position, position + chunkBytes));
        position += chunkBytes;
      },
    },
    { highWaterMark: 0 },
  );
}
