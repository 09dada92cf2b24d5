import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { route, startWordPress, type WordPress } from '../wordpress/start-wordpress.ts';
import { runCases } from './run-cases.ts';
import { behindOneServer } from './start-program.ts';

let wordpress: WordPress;
beforeAll(async () => {
  wordpress = await startWordPress();
});
afterAll(async () => {
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  expect(complaints).toEqual([]);
});

/** The plugin in WordPress, with settings in wp-config.php, behind one web server. */
runCases({
  name: 'wordpress',
  ...behindOneServer,
  path: (path) =>
    path
      .replace(/\/geo\b/, route)
      .replace('/GEO', route.toUpperCase())
      .replace('/%67eo', route.replace('/w', '/%77')),
  addedHeaders: [],
  async start(settings) {
    const file = join(wordpress.root, 'wp-config-of-test.php');
    const constants = Object.entries({ source: 'service', ...settings }).map(
      ([name, value]) =>
        `define( 'GEOLET_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}', json_decode( '${JSON.stringify(value)}', true ) );`,
    );
    writeFileSync(file, `<?php\n${constants.join('\n')}\n`);
    await wordpress.php('Geolet_Store_Table::drop(); Geolet_Store_Table::create();');
    const start = wordpress.log().length;
    return {
      url: wordpress.url,
      log: () => wordpress.log().slice(start),
      stop: () => Promise.resolve(rmSync(file)),
    };
  },
});
