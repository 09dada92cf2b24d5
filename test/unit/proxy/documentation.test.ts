import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { pageSettings, programSettings } from '../../../src/http/settings.ts';
import { statusNames } from '../../../src/record/error-body.ts';
import { visitorHeaders, visitorRefererHeader } from '../../../src/record/operations.ts';

const page = await readFile(new URL('../../../docs/proxy.md', import.meta.url), 'utf8');

describe('docs/proxy.md', () => {
  it('names each setting that the configuration file may have', () => {
    const [, words = ''] = /The file may also have ([^.]*)\./.exec(page) ?? [];
    const named = [...words.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(Object.keys({ ...pageSettings, ...programSettings })));
  });

  it.each([...visitorHeaders, visitorRefererHeader, 'authorization', 'accept', 'x-visitor-ip'])(
    'names the header %s that is sent',
    (name) => {
      expect(page.toLowerCase()).toContain(`\`${name}\``);
    },
  );

  it('names every status that the proxy answers with, and no other', () => {
    const table = page.slice(page.indexOf('| status |'), page.indexOf('A page shows its own content'));
    const named = [...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, statuses = '']) =>
      statuses.split(', ').map(Number),
    );
    const serviceOnly = [401, 413];
    expect(named).toEqual(
      Object.keys(statusNames)
        .map(Number)
        .filter((status) => !serviceOnly.includes(status)),
    );
  });
});
