import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { installDatabase, startWordPress, type WordPress } from './start-wordpress.ts';

let wordpress: WordPress;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'geolet-neighbour-'));
  wordpress = await startWordPress({ withPlugin: false });
});
afterAll(async () => {
  await wordpress?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('has a database that keeps its temporary tables while a neighbour is installed', async () => {
  const [isMade, isInstalled] = [join(folder, 'made'), join(folder, 'installed')];
  const said = wordpress.php(`
    global $wpdb;
    $wpdb->query( 'CREATE TEMPORARY TABLE kept ( number INT ) ENGINE=Aria' );
    touch( '${isMade}' );
    while ( ! file_exists( '${isInstalled}' ) ) { usleep( 10000 ); clearstatcache(); }
    $wpdb->query( 'DROP TEMPORARY TABLE kept' );
    echo $wpdb->last_error;
  `);
  await vi.waitUntil(() => existsSync(isMade), { timeout: 60_000 });
  try {
    installDatabase(folder);
  } finally {
    writeFileSync(isInstalled, '');
  }
  expect(await said).toBe('');
});
