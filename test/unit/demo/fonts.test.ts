import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { choices } from '../../../demo/choices.ts';
import { documents } from '../../../demo/site/addresses.ts';
import { demoVisitors } from '../../../demo/visitors.ts';
import { fields } from '../../../src/record/fields.ts';
import { missingCharacters } from '../../support/brought-fonts.ts';

const served = [...documents.values()];
const own = readdirSync('demo/page', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(html|css|js)$/.test(name),
);

describe('the fonts that the demo brings', () => {
  it.each([...served, ...own.map((name) => `demo/page/${name}`)])('have every character of %s', (path) => {
    expect(missingCharacters(readFileSync(path, 'utf8'))).toEqual({});
  });

  it('have every character of the visitors, the fields and the choices', () => {
    expect(missingCharacters(JSON.stringify([demoVisitors, fields, choices]))).toEqual({});
  });

  it('do not have one that no page shows', () => {
    expect(missingCharacters('a→こ한국')).toEqual({
      'Noto Serif Display': '한국',
      Figtree: '한국',
      'Noto Sans Mono': '한국',
    });
  });

  it('are files that are there, and no others are', () => {
    const named = [...readFileSync('demo/page/fonts.css', 'utf8').matchAll(/url\("fonts\/([^"]+)"\)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.toSorted()).toEqual(readdirSync('demo/page/fonts').toSorted());
  });
});
