import { arabic, devanagari, japanese, otherLatin, signs, ticks, western } from './characters.ts';

/** Where in its variation space a font is cut: one value, or a range that stays variable. */
export type Axes = Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;

export interface Cut {
  /** Path in `node_modules`. */
  readonly source: string;
  readonly characters: string;
  readonly axes?: Axes;
}

export interface Face extends Cut {
  readonly family: string;
  /** Of the file in `demo/page/fonts/`, without `.woff2`. */
  readonly name: string;
  readonly weight: string;
  readonly style?: 'italic';
}

const display = '@fontsource-variable/noto-serif-display/files/noto-serif-display';
const mono = '@fontsource-variable/noto-sans-mono/files/noto-sans-mono';
const figtree = '@fontsource-variable/figtree/files/figtree';
const bold: Axes = { wght: 700 };
const regularToBold: Axes = { wght: { min: 400, max: 700 } };
/** The fallback of all three families for other scripts than Latin, in one weight. */
const others = { family: 'Other Scripts', weight: '400 700' } as const;

/** What `fonts.css` brings. A browser fetches a file only for a page that shows a character of it. */
export const faces: readonly Face[] = [
  {
    family: 'Noto Serif Display',
    name: 'noto-serif-display',
    weight: '700',
    source: `${display}-latin-wght-normal.woff2`,
    axes: bold,
    characters: western,
  },
  {
    family: 'Noto Serif Display',
    name: 'noto-serif-display-other',
    weight: '700',
    source: `${display}-latin-ext-wght-normal.woff2`,
    axes: bold,
    characters: otherLatin,
  },
  {
    family: 'Noto Serif Display',
    name: 'noto-serif-display-italic',
    weight: '700',
    style: 'italic',
    source: `${display}-latin-wght-italic.woff2`,
    axes: bold,
    characters: western,
  },
  {
    family: 'Noto Serif Display',
    name: 'noto-serif-display-italic-other',
    weight: '700',
    style: 'italic',
    source: `${display}-latin-ext-wght-italic.woff2`,
    axes: bold,
    characters: otherLatin,
  },
  {
    family: 'Figtree',
    name: 'figtree',
    weight: '400 700',
    source: `${figtree}-latin-wght-normal.woff2`,
    axes: regularToBold,
    characters: western,
  },
  {
    family: 'Figtree',
    name: 'figtree-other',
    weight: '400 700',
    source: `${figtree}-latin-ext-wght-normal.woff2`,
    axes: regularToBold,
    characters: otherLatin,
  },
  {
    family: 'Noto Sans Mono',
    name: 'noto-sans-mono',
    weight: '400 700',
    source: `${mono}-latin-wght-normal.woff2`,
    axes: regularToBold,
    characters: western,
  },
  {
    family: 'Noto Sans Mono',
    name: 'noto-sans-mono-other',
    weight: '400 700',
    source: `${mono}-latin-ext-wght-normal.woff2`,
    axes: regularToBold,
    characters: otherLatin,
  },
  {
    ...others,
    name: 'signs',
    source: '@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf',
    characters: signs,
  },
  {
    ...others,
    name: 'ticks',
    source: '@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
    characters: ticks,
  },
  {
    ...others,
    name: 'japanese',
    source: '@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-400-normal.woff2',
    characters: japanese,
  },
  {
    ...others,
    name: 'arabic',
    source: '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
    axes: { wght: 400 },
    characters: arabic,
  },
  {
    ...others,
    name: 'devanagari',
    source: '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2',
    axes: { wght: 400 },
    characters: devanagari,
  },
];

const archivo = '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2';
const dejavu = 'dejavu-fonts-ttf/ttf/DejaVu';

/** Fonts of machines that the looks are tested on, by their paths in `test/browser/demo/machine-fonts/`. */
export const machineFonts: Readonly<Record<string, Cut>> = {
  'dejavu/sans.ttf': { source: `${dejavu}Sans.ttf`, characters: western },
  'dejavu/sans-bold.ttf': { source: `${dejavu}Sans-Bold.ttf`, characters: western },
  'dejavu/serif-bold.ttf': { source: `${dejavu}Serif-Bold.ttf`, characters: western },
  'dejavu/serif-bold-italic.ttf': { source: `${dejavu}Serif-BoldItalic.ttf`, characters: western },
  'dejavu/mono.ttf': { source: `${dejavu}SansMono.ttf`, characters: western },
  'wide/wide.ttf': { source: archivo, characters: western, axes: { wdth: 125, wght: 600 } },
  'narrow/narrow.ttf': { source: archivo, characters: western, axes: { wdth: 62, wght: 400 } },
};
