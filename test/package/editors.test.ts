import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installed } from './packed.ts';

/** What we use of it. Its types are not there where the repository is checked. */
interface VSCodeHtml {
  readonly TextDocument: {
    create(uri: string, language: string, version: number, text: string): { positionAt(offset: number): object };
  };
  newHTMLDataProvider(name: string, data: unknown): object;
  getLanguageService(options: { readonly customDataProviders: readonly object[] }): {
    parseHTMLDocument(document: object): object;
    doComplete(document: object, position: object, parsed: object): { readonly items: readonly { label: string }[] };
  };
}

const { TextDocument, newHTMLDataProvider, getLanguageService } = createRequire(import.meta.url)(
  'vscode-html-languageservice',
) as VSCodeHtml;

const readData = (name: string): unknown => JSON.parse(readFileSync(join(installed, 'lib', name), 'utf8'));

describe('VS Code', () => {
  const service = getLanguageService({
    customDataProviders: [newHTMLDataProvider('geolet', readData('html-custom-data.json'))],
  });

  /** @returns what it offers at the bar. */
  function complete(markup: string): readonly string[] {
    const document = TextDocument.create('file:///page.html', 'html', 1, markup.replace('|', ''));
    const position = document.positionAt(markup.indexOf('|'));
    return service.doComplete(document, position, service.parseHTMLDocument(document)).items.map(({ label }) => label);
  }

  it.each([
    ['<geo-if country="|">', 'JP'],
    ['<geo-if country="DE |">', 'JP'],
    ['<geo-suggest not-country="|">', 'JP'],
    ['<geo-select countries="US |">', 'JP'],
    ['<geo-select currencies="|">', 'JPY'],
    ['<geo-case currency="|">', 'JPY'],
    ['<geo-case continent="|">', 'AS'],
    ['<geo-if group="|">', 'gdpr'],
    ['<p data-geo-show="|">', 'country: '],
    ['<p data-geo-when="|">', 'eu'],
    ['<geo-time format="|">', 'relative'],
  ])('completes %s with %s', (markup, value) => expect(complete(markup)).toContain(value));

  it('does not complete what only the owner knows', () => {
    expect(complete('<geo-if city="|">')).toEqual([]);
    expect(complete('<p data-geo-text="|">')).toEqual([]);
  });
});

describe('JetBrains', () => {
  const { contributions } = readData('web-types.json') as {
    readonly contributions: {
      readonly html: Record<'elements', readonly { name: string; attributes: readonly Attribute[] }[]> &
        Record<'attributes', readonly Attribute[]>;
    };
  };
  interface Attribute {
    readonly name: string;
    readonly value: { readonly type?: string | readonly string[] };
  }
  const typeOf = (tag: string, name: string) =>
    contributions.html.elements
      .find((element) => element.name === tag)
      ?.attributes.find((attribute) => attribute.name === name)?.value.type;

  it('gets countries, currencies and groups, and lists of them are right too', () => {
    expect(typeOf('geo-if', 'not-country')).toEqual(expect.arrayContaining(['"JP"', 'string']));
    expect(typeOf('geo-case', 'currency')).toEqual(expect.arrayContaining(['"JPY"', 'string']));
    expect(typeOf('geo-if', 'group')).toEqual(expect.arrayContaining(['"gdpr"', 'string']));
  });

  it('does not get values where only the owner knows them', () => {
    expect(typeOf('geo-if', 'city')).toBe('string');
  });

  it('gets conditions in text form', () => {
    const show = contributions.html.attributes.find(({ name }) => name === 'data-geo-show');
    expect(show?.value.type).toEqual(expect.arrayContaining(['"country: "', '"eu"', 'string']));
  });
});
