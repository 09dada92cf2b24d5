/**
 * Cuts the demo's fonts and writes `fonts.css`. With `--check` it fails when a committed file differs. See README.md.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faces, machineFonts } from './faces.ts';
import { fallbackFaces } from './fallbacks.ts';
import { cut, open } from './packages.ts';

const root = new URL('../../', import.meta.url);
const files = new Map<string, Buffer>();
const rules: string[] = [];

for (const face of faces) {
  const font = await cut(face, 'woff2');
  files.set(`demo/page/fonts/${face.name}.woff2`, font);
  rules.push(`@font-face {
  font-family: "${face.family}";
  font-weight: ${face.weight};
  font-style: ${face.style ?? 'normal'};
  font-display: swap;
  src: url("fonts/${face.name}.woff2") format("woff2");
  unicode-range: ${unicodeRange(open(font).characterSet)};
}`);
}
for (const [path, font] of Object.entries(machineFonts))
  files.set(`test/browser/demo/machine-fonts/${path}`, await cut(font, 'truetype'));
files.set(
  'demo/page/fonts.css',
  Buffer.from(
    `/* Written by \`npm run make -- fonts\`: see scripts/fonts. */\n\n${[...rules, ...(await fallbackFaces())].join('\n\n')}\n`,
  ),
);

for (const [path, content] of files) {
  const file = fileURLToPath(new URL(path, root));
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    console.log(`${path}: ${content.length} bytes`);
  } else if (!content.equals(readFileSync(file))) {
    console.error(`${path} is not what its generator makes: run \`npm run make -- fonts\` and commit the result.`);
    process.exitCode = 1;
  }
}

/** Exactly the characters of the font: a browser then fetches the file only for these. */
function unicodeRange(codePoints: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  // The cmap ends with an entry for U+FFFF, which is not a character.
  for (const codePoint of codePoints.filter((one) => one !== 0xffff).toSorted((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range?.last === codePoint - 1) range.last = codePoint;
    else ranges.push({ first: codePoint, last: codePoint });
  }
  const hex = (codePoint: number) => codePoint.toString(16).toUpperCase();
  return ranges
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(', ');
}
