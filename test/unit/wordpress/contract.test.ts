import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contractFiles } from '../../../scripts/wordpress/contract.ts';
import { phpFile } from '../../../scripts/wordpress/php.ts';

describe('what the WordPress plugin knows of the contract', () => {
  it.each(Object.entries(contractFiles()))('is what the sources say: %s', (path, content) =>
    expect(readFileSync(path, 'utf8'), 'run `npm run make -- wordpress`').toBe(content),
  );

  it('is written so that PHP reads no text as anything else', () =>
    expect(phpFile({ text: "it's \\ $x", list: ['a', 1, true], pairs: [[400, 'Bad']], none: [] })).toContain(
      "return array(\n\t'text'  => 'it\\'s \\\\ $x',\n\t'list'  => array( 'a', 1, true ),\n\t'pairs' => array(\n\t\t400 => 'Bad',\n\t),\n\t'none'  => array(),\n);\n",
    ));

  it.each([
    ['geolet.php', /^ \* Version: +(\S+)$/m],
    ['geolet.php', /'GEOLET_PLUGIN_VERSION', '([^']+)'/],
    ['readme.txt', /^Stable tag: (\S+)$/m],
  ])('has the version of the package in %s', (name, pattern) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(pattern.exec(readFileSync(`integrations/wordpress/${name}`, 'utf8'))?.[1]).toBe(version);
  });
});
