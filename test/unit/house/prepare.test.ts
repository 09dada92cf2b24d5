import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { widgetSources } from '../../../scripts/prepare.ts';

it('the widget is built again when a text that it has in it has changed', () => {
  const files = readdirSync('src/owner', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src/owner', name));
  const texts = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/from '([^']+)\?raw'/g)].map(([, path = '']) =>
      join(dirname(file), path).replaceAll('\\', '/'),
    ),
  );
  expect(texts).toContain('docs/errors.md');
  expect(
    texts.filter((text) => !widgetSources.some((source) => text === source || text.startsWith(`${source}/`))),
  ).toEqual([]);
});
