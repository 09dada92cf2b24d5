import { readFileSync } from 'node:fs';

const families = ['Noto Serif Display', 'Figtree', 'Noto Sans Mono'];
const elsewhere = 'Other Scripts';

/**
 * @returns for each of the demo's three families, which of these characters neither it nor the fonts behind it have.
 */
export function missingCharacters(text: string): Readonly<Record<string, string>> {
  const faces = facesOf(readFileSync('demo/page/fonts.css', 'utf8'));
  const shown = [...new Set(text)].filter((character) => !/[\s\p{Cc}]/u.test(character));
  const isIn = (character: string, family: string) =>
    faces.some((face) => face.family === family && face.has(character));
  const missing = families.map(
    (family) =>
      [family, shown.filter((character) => !isIn(character, family) && !isIn(character, elsewhere)).join('')] as const,
  );
  return Object.fromEntries(missing.filter(([, characters]) => characters));
}

/**
 * `npm run make -- fonts` writes the characters of each file into the style sheet; `npm run make -- fonts --check` compares them.
 */
function facesOf(styles: string): readonly { readonly family: string; has(character: string): boolean }[] {
  return [...styles.matchAll(/font-family: "([^"]+)";[^}]*unicode-range: ([^;]+);/g)].map(
    ([, family = '', written = '']) => {
      const ranges = written.split(', ').map((range) =>
        range
          .slice(2)
          .split('-')
          .map((hex) => parseInt(hex, 16)),
      );
      return {
        family,
        has(character) {
          const codePoint = character.codePointAt(0) ?? 0;
          return ranges.some(([first = 0, last = first]) => first <= codePoint && codePoint <= last);
        },
      };
    },
  );
}
