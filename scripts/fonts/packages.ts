import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Axes, Cut } from './faces.ts';

/**
 * As much of fontkit's font as is used here. Importing the packages' own types would fail the type check wherever they
 * are not installed.
 */
export interface Font {
  readonly characterSet: readonly number[];
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  glyphForCodePoint(codePoint: number): { readonly advanceWidth: number };
}

type SubsetFont = (
  font: Buffer,
  text: string,
  options: { readonly targetFormat: 'woff2' | 'truetype'; readonly variationAxes?: Axes },
) => Promise<Buffer>;

const requirePackage = createRequire(import.meta.url);
const subsetFont = requirePackage('subset-font') as SubsetFont;
const fontkit = requirePackage('fontkit') as { create(font: Buffer): Font };

/** @returns the font cut to its characters. The same versions give the same bytes. */
export function cut({ source, characters, axes = {} }: Cut, targetFormat: 'woff2' | 'truetype'): Promise<Buffer> {
  return subsetFont(readFileSync(new URL(`node_modules/${source}`, import.meta.url)), characters, {
    targetFormat,
    variationAxes: axes,
  });
}

export function open(font: Buffer): Font {
  return fontkit.create(font);
}
