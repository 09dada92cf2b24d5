import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readElementDocs } from '../../../scripts/reference/element-docs.ts';
import { elementTags, tagsThat } from '../../../src/widget/elements/element-table.ts';
import { readBindingDocs, readConditionDocs } from '../../../scripts/reference/markup-docs.ts';
import { readSettingDocs } from '../../../scripts/reference/setting-docs.ts';
import { referencePage } from '../../../scripts/reference/reference-page.ts';
import { conditionTable } from '../../../src/rules/conditions/condition-table.ts';
import { tableIn } from './page-table.ts';

const files = ['src/widget/elements', 'src/owner/preview']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((name) => name.endsWith('.ts'));
const code = files.map((name) => readFileSync(name, 'utf8').replaceAll(/\/\*\*[^]*?\*\//g, '')).join('\n');
const elements = readElementDocs();

/** Everything in the code that a pattern finds, once. */
function inCode(...patterns: RegExp[]): string[] {
  return [...new Set(patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = '']) => name)))].sort();
}

function documented(kind: 'attributes' | 'slots' | 'parts' | 'states' | 'events'): Set<string> {
  return new Set(elements.flatMap((element) => element[kind].map(({ name }) => name)));
}

describe('the doc comments of the elements', () => {
  it('are there for every element that is registered, and for none that is not', () => {
    const registered = inCode(/'(geo-[a-z-]+)': Geo\w+Element,/g, /\bdefine\('(geo-[a-z-]+)'/g);
    expect(registered.length).toBeGreaterThan(8);
    expect(elements.map(({ tag }) => tag)).toEqual(registered.sort());
  });

  it.each(elements)('have an example of <$tag>', ({ tag, example }) => {
    expect(example).toContain(`<${tag}`);
    expect(example).toContain(`</${tag}>`);
  });

  it('name every attribute that is read, and none that is not', () => {
    const read = inCode(/\b(?:get|has|toggle)Attribute\('([a-z-]+)'/g, /#(?:prices|words)\('([a-z]+)'\)/g).filter(
      (name) => !/^(lang|slot|type|role|data-|aria-)/.test(name),
    );
    expect(read.filter((name) => !documented('attributes').has(name))).toEqual([]);
    const isRead = (name: string) =>
      [`'${name}'`, `[${name}=`, ` ${name}: ownAccessor`].some((text) => code.includes(text));
    expect([...documented('attributes')].filter((name) => !isRead(name))).toEqual([]);
  });

  it('name every attribute that the rules of value elements read, and that the elements follow', () => {
    const rules = readFileSync('src/rules/markup/value-element.ts', 'utf8');
    const read = [...rules.matchAll(/\bread(?:Prices)?\('([a-z]+)'\)/g)].map(([, name = '']) => name);
    const followed = [...code.matchAll(/static override properties = \{(.*?)\};/gs)]
      .flatMap(([, list = '']) => [...list.matchAll(/([a-z]+): ownAccessor|attribute: '([a-z-]+)'/g)])
      .map(([, name, attribute]) => name ?? attribute ?? '');
    expect(read.length).toBeGreaterThan(3);
    expect(read.filter((name) => !followed.includes(name))).toEqual([]);
    expect([...read, ...followed].filter((name) => !documented('attributes').has(name))).toEqual([]);
  });

  it('name every part and every state, and none that is not there', () => {
    const patterns = [/\[part=([a-z]+)\]/g, /\bpart(?:\.value =|:) '([a-z ]+)'/g, /\bpart\([^,\n]*, '([a-z]+)'/g];
    const parts = inCode(...patterns).flatMap((names) => names.split(' '));
    expect([...new Set(parts)].sort()).toEqual([...documented('parts')].sort());
    const states = inCode(/_setState\('([a-z]+)'/g, /'(pending|ready|fallback|override|provisional)'/g);
    expect(states).toEqual([...documented('states')].sort());
  });

  it('name every event that is fired, and none that is not', () => {
    expect(inCode(/super\('(geo-[a-z-]+)'/g)).toEqual([...documented('events')].sort());
  });

  it('say something of everything', () => {
    for (const { attributes, slots, parts, states, events, ...element } of elements) {
      expect(element.description, element.tag).not.toBe('');
      // The preview's control has no content of the page.
      if (element.tag !== 'geo-preview') expect(slots.length, element.tag).toBeGreaterThan(0);
      for (const { name, description } of [...attributes, ...slots, ...parts, ...states, ...events])
        expect(description, `${element.tag} ${name}`).not.toBe('');
    }
  });
});

it('what editors are told has every condition and every binding', () => {
  expect(
    readConditionDocs()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(conditionTable).toSorted());
  const bindings = ['text', 'show', 'when', 'ignore', 'href', 'aria-label'].map((name) => `data-geo-${name}`);
  expect(readBindingDocs().map(({ name }) => name)).toEqual(expect.arrayContaining(bindings));
});

describe('the table of elements', () => {
  it('has every element that has a class', () =>
    expect([...elementTags].sort()).toEqual(elements.map(({ tag }) => tag)));

  it('says which of them take conditions', () => {
    const conditional = elements.filter((element) => element.conditional).map(({ tag }) => tag);
    expect(tagsThat((row) => row.conditional === true).toSorted()).toEqual(conditional.toSorted());
  });
});

it('what bundlers get has a module for every element, and all of them in geolet/define', () => {
  const modules = readdirSync('src/library/elements').map((name) => name.replace('.ts', ''));
  expect(modules).toEqual(elements.map(({ tag }) => tag));
  const define = readFileSync('src/library/define.ts', 'utf8');
  // Trying the page is its owner's business: it comes when it is asked for.
  for (const tag of modules.filter((tag) => tag !== 'geo-preview'))
    expect(define).toContain(`import './elements/${tag}.ts';`);
});

describe('what startGeolet may be told', () => {
  it('is what the script tag may be told', () => {
    const names = (path: string) =>
      [...readFileSync(path, 'utf8').matchAll(/^ {2}readonly (\w+)\??:/gm)]
        .map(([, name = '']) => name)
        .filter((name) => name !== 'mistakes')
        .sort();
    expect(names('src/library/options.ts')).toEqual(names('src/widget/boot/settings.ts'));
  });

  it('is what editors complete on the script tag', () => {
    const settings = readSettingDocs();
    expect(settings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['data-endpoint', 'data-timeout-ms', 'data-consent']),
    );
    const listed = tableIn('docs/settings.md', '## Settings of the script tag')
      .flatMap(([cell = '']) => /^`(\w+)`$/.exec(cell)?.[1] ?? [])
      .map((name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    expect(settings.map(({ name }) => name).sort()).toEqual(listed.sort());
  });
});

it('docs/elements.md says what the doc comments say: npm run make -- reference writes it', () =>
  expect(readFileSync('docs/elements.md', 'utf8')).toBe(referencePage(elements)));
