import { mkdirSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const filler = (bytes) => '<p>A page of some length.</p>\n'.repeat(bytes / 30);

/** Below and above what is held back at once, and what compression leaves alone. */
export const sizes = { small: 300, middle: 9_000, large: 400_000 };

export const pageOf = (size) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Boots</title></head><body><p data-geo-text="{city}">you</p>é${filler(sizes[size])}</body></html>`;

export const data = JSON.stringify({ boots: Array.from({ length: 200 }, (_, index) => index) });

/** In pieces that break a character. */
export function piecesOf(text) {
  const bytes = Buffer.from(text);
  const pieces = [];
  for (let start = 0; start < bytes.length; start += 7_001) pieces.push(bytes.subarray(start, start + 7_001));
  return [bytes.subarray(0, 0), bytes.subarray(0, 160), pieces[0].subarray(160), ...pieces.slice(1)];
}

export const streamOf = (text) => Readable.from(piecesOf(text).filter(({ length }) => length > 0));

/** Files that are served as they are. */
export const folder = fileURLToPath(new URL('public', import.meta.url));

mkdirSync(folder, { recursive: true });
for (const size of Object.keys(sizes)) writeFileSync(`${folder}/${size}.html`, pageOf(size));
writeFileSync(`${folder}/data.json`, data);
writeFileSync(`${folder}/picture.png`, Buffer.alloc(50_000, 'picture'));
writeFileSync(`${folder}/style.css`, 'p { color: green }\n'.repeat(2_000));

export const html = 'text/html; charset=utf-8';

/** Writes as one who waits for `drain` does. */
export function writeAll(response, text) {
  const pieces = piecesOf(text);
  const proceed = () => {
    while (pieces.length > 0) if (!response.write(pieces.shift())) return;
    if (!response.writableEnded) response.end();
  };
  // Once for all pieces: compression() keeps each listener.
  response.on('drain', proceed);
  proceed();
}
