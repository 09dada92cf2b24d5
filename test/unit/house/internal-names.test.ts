import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ESTree, parseAst, Visitor } from 'vite';
import { internalNames } from '../../../scripts/internal-names.ts';
import { renameProperties, shortNames } from '../../../scripts/shorten-names.ts';

/**
 * A short name is safe where every reader and writer of the property is in the widget's own files. These rules name the
 * ways in which somebody else could be one.
 */

const widget = filesIn('src', /^(owner|widget|rules|record)\/.*\.ts$/);
/** What they declare is for pages, apps and tests of owners, or stands in a record. */
const published = filesIn(
  'src',
  /^((record|library|testing)\/.*|widget\/(api\/(api|events|inspection)|boot\/settings|visitor\/visitor)|rules\/conditions\/condition-table)\.ts$/,
);
/** Their classes are elements: each member can be read by the page, and stands beside the members of `HTMLElement`. */
const elements = filesIn('src', /^(widget\/elements|owner\/preview)\/.*\.ts$/);
/** What is stored is read by other versions, by `snippet.ts` and by `ask.ts`. */
const stored = ['version', 'time', 'record', 'fields', 'place'];

const isInternal = new Set(internalNames);

function filesIn(folder: string, name: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file.replaceAll('\\', '/')))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** The internal names among all words of texts. */
function wordsIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))].filter((word) => isInternal.has(word));
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

interface Names {
  readonly properties: string[];
  readonly members: string[];
  readonly texts: string[];
}

function namesIn(source: string): Names {
  const names: Names = { properties: [], members: [], texts: [] };
  const typeTexts = new Set<number>();
  const add = (list: string[]) => (node: { readonly key: ESTree.Node }) => {
    if (node.key.type === 'Identifier') list.push(node.key.name);
  };
  new Visitor({
    Property: add(names.properties),
    TSPropertySignature: add(names.properties),
    TSMethodSignature: add(names.properties),
    PropertyDefinition: add(names.members),
    MethodDefinition: add(names.members),
    // A text in a type, as in `Pick<Page, 'facts'>`, is not there when the code runs.
    TSLiteralType: ({ literal }) => void typeTexts.add(literal.start),
    Literal({ value, start }) {
      if (typeof value === 'string' && !typeTexts.has(start)) names.texts.push(value);
    },
    TemplateElement: ({ value }) => void names.texts.push(...(value.raw.match(/\w+/g) ?? [])),
  }).visit(parseAst(source, { lang: 'ts' }));
  return names;
}

const ofWidget = widget.map(namesIn);
const namesOf = (sources: readonly string[], kind: keyof Names) =>
  new Set(sources.map(namesIn).flatMap((names) => names[kind]));

describe('an internal name', () => {
  it('is in use', () => {
    const used = new Set(ofWidget.flatMap(({ properties, members }) => [...properties, ...members]));
    expect(internalNames.filter((name) => !used.has(name))).toEqual([]);
  });

  it('is in no declaration of the platform', () => {
    const platform = filesIn('node_modules/@typescript', /\/lib\.[\w.]+\.d\.ts$/).map(withoutComments);
    expect(platform.length).toBeGreaterThan(50);
    expect(wordsIn(platform)).toEqual([]);
  });

  it('is in no package that is built into the files', () => {
    const packages = [
      ...filesIn('node_modules/@lit/reactive-element', /^[\w-]+\.js$/),
      ...filesIn('node_modules/idb-keyval/dist', /^index\.js$/),
    ];
    expect(packages.length).toBeGreaterThan(2);
    expect(wordsIn(packages)).toEqual([]);
  });

  it('is in nothing that is published or stored', () => {
    const names = [...namesOf(published, 'properties'), ...namesOf(published, 'members'), ...stored];
    expect(names).toContain('countryCode');
    expect(names.filter((name) => isInternal.has(name))).toEqual([]);
  });

  it('is not a member of an element', () => {
    const members = [...namesOf(elements, 'members')];
    expect(members).toContain('connectedCallback');
    expect(members.filter((name) => isInternal.has(name))).toEqual([]);
  });

  it('is in no text, by which code could read the property', () => {
    const texts = new Set(ofWidget.flatMap((names) => names.texts));
    expect(texts).toContain('geo-text');
    expect(internalNames.filter((name) => texts.has(name))).toEqual([]);
  });

  it('is not in the code of the documentation', () => {
    const pages = [
      readFileSync('README.md', 'utf8'),
      readFileSync('llms.txt', 'utf8'),
      ...filesIn('docs', /^[\w-]+\.md$/),
    ];
    const code = pages.flatMap((page) => page.match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []);
    expect(code.length).toBeGreaterThan(500);
    // A name in an address is no property.
    expect(wordsIn(code.map((text) => text.replace(/[\w-]*\/[\w./-]*/g, '')))).toEqual([]);
  });
});

describe('a short name', () => {
  it('is there for each internal name, and stands for one only', () => {
    expect(new Set(shortNames.values()).size).toBe(internalNames.length);
    expect([...shortNames].filter(([name, short]) => name === short)).toEqual([]);
  });

  it('takes the place of properties, however they are written', () => {
    const names = new Map([['facts', 'g']]);
    const rename = (code: string) => renameProperties(code, names).toString();
    expect(rename('a.facts; a?.facts; ({ facts: 1 }); ({ facts() {} })')).toBe('a.g; a?.g; ({ g: 1 }); ({ g() {} })');
    expect(rename('const { facts } = a; const { facts: b = 1 } = a; ({ facts })')).toBe(
      'const { g:facts } = a; const { g: b = 1 } = a; ({ g:facts })',
    );
    expect(rename('({ facts = 1 }) => facts; class A { facts = 1; get facts() {} }')).toBe(
      '({ g:facts = 1 }) => facts; class A { g = 1; get g() {} }',
    );
  });

  it('does not take the place of variables and texts', () => {
    const code = "let facts = 'facts'; a[facts]; a['facts']; ({ [facts]: 1 }); facts();";
    expect(renameProperties(code, new Map([['facts', 'g']])).toString()).toBe(code);
  });

  it('is refused where the code has such a property', () => {
    expect(() => renameProperties('a.g', new Map([['facts', 'g']]))).toThrow('g');
  });
});
