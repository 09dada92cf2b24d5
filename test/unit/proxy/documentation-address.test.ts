import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentation } from '../../../src/proxy/node/documentation.ts';

it('documentation is on the site where package.json names it', () => {
  expect(documentation('hosts', 'vercel', 'https://geolet.example')).toBe(
    'https://geolet.example/docs/hosts.html#vercel',
  );
  expect(documentation('proxy', undefined, 'https://geolet.example/')).toBe('https://geolet.example/docs/proxy.html');
});

it.each(['hosts', 'install', 'proxy', 'service'])(
  'documentation of %s is a file that is there, without a site',
  (page) => {
    expect(documentation(page, undefined, undefined)).toMatch(new RegExp(`[/\\\\]docs[/\\\\]${page}\\.md$`));
    expect(existsSync(documentation(page))).toBe(true);
  },
);
