export type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

const chunkBytes = 16_384;

const plain = (index: number): string =>
  `<article class="card" id="c${index}"><h2><a href="/p/${index}">Product ${index} – größe</a></h2><p class="lead">A text about it, with some <em>words</em> in it &amp; more.</p><img src="/i/${index}.jpg" alt="" loading="lazy" width="200" height="100"></article>\n`;

const bindings = [
  '<p data-geo-text="Hello {city}">Hello you</p>',
  '<a data-geo-href="/{country:lower}/p" href="/p">x</a>',
  '<geo-if country="DE">only <b>Germany</b></geo-if>',
  '<geo-currency prices="USD 49, EUR 45">$49</geo-currency>',
  '<p data-geo-show="country: FR" hidden>x</p>',
];

/** A page of about so many bytes, with so many bound elements in it. */
export function makePage(size: number, bound: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const count = Math.floor(size / encoder.encode(plain(1000)).length);
  const parts = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * bound) / count);
    const to = Math.floor(((index + 1) * bound) / count);
    const added = Array.from({ length: to - from }, (_unused, more) => bindings[(from + more) % bindings.length]);
    return plain(index) + added.join('');
  });
  return encoder.encode(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${parts.join('')}</body></html>`,
  );
}

export function inChunks(bytes: Uint8Array<ArrayBuffer>): Stream {
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
