import { readdirSync, readFileSync } from 'node:fs';
import { choices } from '../../demo/choices.ts';
import { documents } from '../../demo/site/addresses.ts';
import { demoVisitors } from '../../demo/visitors.ts';
import { fields } from '../../src/record/fields.ts';
import { missingCharacters } from '../../test/support/brought-fonts.ts';

/** Characters that the demo shows and its fonts do not have: docs/architecture/site.md#fonts. */
export function checkFonts(): readonly string[] {
  const own = readdirSync('demo/page', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(html|css|js)$/.test(name),
  );
  const shown = [...documents.values(), ...own.map((name) => `demo/page/${name}`)];
  const named = [...readFileSync('demo/page/fonts.css', 'utf8').matchAll(/url\("fonts\/([^"]+)"\)/g)].map(
    ([, name = '']) => name,
  );
  const there = readdirSync('demo/page/fonts');
  return [
    ...shown.flatMap((path) => missingIn(path, readFileSync(path, 'utf8'))),
    ...missingIn('the visitors of the demo', JSON.stringify([demoVisitors, fields, choices])),
    ...named.filter((name) => !there.includes(name)).map((name) => `demo/page/fonts.css: there is no ${name}`),
    ...there.filter((name) => !named.includes(name)).map((name) => `demo/page/fonts/${name}: nothing uses it`),
  ];
}

function missingIn(path: string, text: string): readonly string[] {
  return Object.entries(missingCharacters(text)).map(
    ([family, characters]) => `${path}: ${family} has no ${characters}; npm run make -- fonts`,
  );
}
