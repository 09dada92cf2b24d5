import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hostFields } from '../../../src/proxy/hosts/host-record.ts';
import { headerSources } from '../../../src/proxy/hosts/header-sources.ts';
import { readHeaderSource } from '../../../src/proxy/hosts/host-option.ts';

const page = readFileSync('docs/hosts.md', 'utf8');
const sectionOf = (name: string) =>
  page.split(/^## /m).find((text) => text.toLowerCase().startsWith(`${name}\n`)) ?? '';

describe.each(Object.values(headerSources))('docs/hosts.md about $name', ({ name, headers }) => {
  it('has each header that is read, in order, and no other', () => {
    const rows = [...sectionOf(name).matchAll(/^\| `([\w-]+)` \|/gm)].map(([, header]) => header);
    expect(rows).toEqual(Object.keys(headers));
  });

  it('says which field it is', () => {
    for (const [header, format] of Object.entries(headers)) {
      const place = {
        countryCode: 'FR',
        stateCode: 'ARA',
        latitude: '1',
        longitude: '2',
        timezone: 'UTC',
        ASN: 1,
        city: 'A',
        stateName: 'B',
        postalCode: 'C',
        ISP: 'D',
      };
      const row = sectionOf(name)
        .split('\n')
        .find((line) => line.startsWith(`| \`${header}\` |`));
      for (const field of Object.keys(format.read(format.write(place)))) expect(row).toContain(`\`${field}\``);
    }
  });
});

it('docs/hosts.md names every field that a table may have', () => {
  for (const field of hostFields) expect(page).toContain(`\`${field}\``);
});

it('docs/hosts.md has settings that the proxy takes', () => {
  const settings = [...page.matchAll(/(host:(?:\w+=[\w-]+(?:,\w+=[\w-]+)*|[a-z]+))(?=[`\s])/g)].map(([, text]) => text);
  expect(settings.length).toBeGreaterThan(12);
  for (const setting of settings) expect(readHeaderSource(setting)).toBeDefined();
});
