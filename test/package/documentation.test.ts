import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const { resolve } = createRequire(import.meta.url);
const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** What pages tell their readers to import: a module with a name in it, or a module alone. */
const imports = pages.flatMap((page) => {
  const code = [...readFileSync(page, 'utf8').matchAll(/^import (?:\{([^}]+)\} from )?'(geolet[^']*)'/gm)];
  return code.flatMap(([, names = '', module = '']) =>
    names.split(',').map((name) => [page, module, name.trim()] as const),
  );
});

describe('what the documentation imports', () => {
  it('is found', () => {
    expect(imports.length).toBeGreaterThan(10);
  });

  it.each(imports.filter(([, module]) => !module.startsWith('geolet/types/')))(
    '%s: %s has %s',
    async (_page, module, name) => {
      const found = (await import(pathToFileURL(resolve(module)).href)) as object;
      if (name && !name.startsWith('type ')) expect(found).toHaveProperty(name);
    },
  );
});
