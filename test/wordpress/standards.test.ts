import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('the plugin is written as our rules for WordPress want it', () => {
  const { stdout } = spawnSync(
    'phpcs',
    ['--standard=test/wordpress/phpcs.xml', '--report=emacs', '-q', 'integrations/wordpress'],
    { encoding: 'utf8' },
  );
  expect(stdout).toBe('');
});
