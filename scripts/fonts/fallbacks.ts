import { western } from './characters.ts';
import type { Axes } from './faces.ts';
import { cut, type Font, open } from './packages.ts';

/** A font that machines have, and one with the same widths to measure it by. */
interface Local {
  /** Full and PostScript names: `local()` takes no family. */
  readonly names: readonly string[];
  readonly source: string;
}

interface Fallback {
  readonly family: string;
  readonly weight: string;
  readonly style?: 'italic';
  readonly source: string;
  readonly axes: Axes;
  readonly locals: Readonly<Record<string, Local>>;
}

const fontsource = (name: string, weight: number, style = 'normal') =>
  `@fontsource/${name}/files/${name}-latin-${weight}-${style}.woff2`;
const dejavu = (name: string) => `dejavu-fonts-ttf/ttf/DejaVu${name}.ttf`;
const display = '@fontsource-variable/noto-serif-display/files/noto-serif-display-latin-wght';
const figtree = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
const mono = '@fontsource-variable/noto-sans-mono/files/noto-sans-mono-latin-wght-normal.woff2';

/** English as the demo writes it, for how often each letter comes. */
const sample =
  'Made to walk Lyon. Say it in markup: each card is live, beside the very markup that made it. With scripts off, on failure, or when nobody knows, each shows ' +
  'what its HTML says. Build your own. Say who sees what, watch it live, and copy the markup into your page. What the page knows: all of it, and nothing else about the ' +
  'visitor reaches the browser. Three programs, one contract. No key in the browser, no address in the page, and one visitor’s record never reaches another. ' +
  'Free delivery in 2 to 3 days, no duties. Shoes for walking, made in Porto. The Asterisk, a day shoe. Read in Osaka, Japan.';

const fallbacks: readonly Fallback[] = [
  {
    family: 'Noto Serif Display',
    weight: '700',
    source: `${display}-normal.woff2`,
    axes: { wght: 700 },
    locals: {
      Georgia: { names: ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold'], source: fontsource('gelasio', 700) },
      Times: {
        names: ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold'],
        source: fontsource('tinos', 700),
      },
      DejaVu: { names: ['DejaVu Serif Bold', 'DejaVuSerif-Bold'], source: dejavu('Serif-Bold') },
    },
  },
  {
    family: 'Noto Serif Display',
    weight: '700',
    style: 'italic',
    source: `${display}-italic.woff2`,
    axes: { wght: 700 },
    locals: {
      Georgia: {
        names: ['Georgia Bold Italic', 'Georgia-BoldItalic', 'Gelasio Bold Italic'],
        source: fontsource('gelasio', 700, 'italic'),
      },
      Times: {
        names: ['Times New Roman Bold Italic', 'TimesNewRomanPS-BoldItalicMT', 'Liberation Serif Bold Italic'],
        source: fontsource('tinos', 700, 'italic'),
      },
      DejaVu: { names: ['DejaVu Serif Bold Italic', 'DejaVuSerif-BoldItalic'], source: dejavu('Serif-BoldItalic') },
    },
  },
  {
    family: 'Figtree',
    weight: '400',
    source: figtree,
    axes: { wght: 400 },
    locals: {
      Arial: {
        names: ['Arial', 'ArialMT', 'Helvetica', 'Liberation Sans', 'LiberationSans'],
        source: fontsource('arimo', 400),
      },
      Roboto: { names: ['Roboto', 'Roboto Regular', 'Roboto-Regular'], source: fontsource('roboto', 400) },
      DejaVu: { names: ['DejaVu Sans', 'DejaVuSans'], source: dejavu('Sans') },
    },
  },
  {
    family: 'Figtree',
    weight: '700',
    source: figtree,
    axes: { wght: 650 },
    locals: {
      Arial: {
        names: [
          'Arial Bold',
          'Arial-BoldMT',
          'Helvetica Bold',
          'Helvetica-Bold',
          'Liberation Sans Bold',
          'LiberationSans-Bold',
        ],
        source: fontsource('arimo', 700),
      },
      Roboto: { names: ['Roboto Bold', 'Roboto-Bold'], source: fontsource('roboto', 700) },
      DejaVu: { names: ['DejaVu Sans Bold', 'DejaVuSans-Bold'], source: dejavu('Sans-Bold') },
    },
  },
  {
    family: 'Noto Sans Mono',
    weight: '400',
    source: mono,
    axes: { wght: 400 },
    locals: {
      Courier: {
        names: ['Courier New', 'CourierNewPSMT', 'Liberation Mono', 'LiberationMono'],
        source: fontsource('cousine', 400),
      },
      DejaVu: {
        names: ['DejaVu Sans Mono', 'DejaVuSansMono', 'Menlo Regular', 'Menlo-Regular'],
        source: dejavu('SansMono'),
      },
    },
  },
];

/**
 * Faces over fonts of the machine, as wide and as high as the brought ones, so that nothing moves when those arrive.
 */
export async function fallbackFaces(): Promise<readonly string[]> {
  const faces: string[] = [];
  for (const { family, weight, style, source, axes, locals } of fallbacks) {
    const brought = open(await cut({ source, axes, characters: western }, 'truetype'));
    for (const [local, { names, source: localSource }] of Object.entries(locals)) {
      const found = open(await cut({ source: localSource, characters: western }, 'truetype'));
      const sizeAdjust = width(brought, sample) / width(found, sample);
      faces.push(`@font-face {
  font-family: "${family} by ${local}";
  font-weight: ${weight};
  font-style: ${style ?? 'normal'};
  src: ${names.map((name) => `local("${name}")`).join(', ')};
  size-adjust: ${percent(sizeAdjust)};
  ascent-override: ${percent(brought.ascent / brought.unitsPerEm / sizeAdjust)};
  descent-override: ${percent(-brought.descent / brought.unitsPerEm / sizeAdjust)};
  line-gap-override: ${percent(brought.lineGap / brought.unitsPerEm / sizeAdjust)};
}`);
    }
  }
  return faces;
}

/** Of a text, in em. */
function width(font: Font, text: string): number {
  return (
    Array.from(text).reduce(
      (sum, character) => sum + font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth,
      0,
    ) / font.unitsPerEm
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
