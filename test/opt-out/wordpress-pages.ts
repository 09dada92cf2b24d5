import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWordPress } from '../wordpress/start-wordpress.ts';
import { blocks, pathOf, serve, service, type Surface } from './surface.ts';

/** Posts of a WordPress with the plugin, which a page cache keeps for everybody alike. */
export async function startWordPressPages(): Promise<Surface> {
  const upstream = await serve(service);
  const wordpress = await startWordPress();
  writeFileSync(
    join(wordpress.root, 'wp-config-of-test.php'),
    `<?php
    define( 'GEOLET_SOURCE', 'service' );
    define( 'GEOLET_UPSTREAM', '${upstream.url}' );
    define( 'GEOLET_KEY', 'glt_matrix' );
    define( 'GEOLET_TRUST', 1 );
    define( 'GEOLET_LIMIT', 0 );
    define( 'GEOLET_CACHE_SECONDS', 0 );
    define( 'GEOLET_CONSENT', str_starts_with( $_SERVER['REQUEST_URI'] ?? '', '/required' ) ? 'required' : 'granted' );
    `,
  );
  for (const name of ['open', 'required'])
    await wordpress.php(
      `kses_remove_filters(); wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => '${name}', 'post_title' => '${name}', 'post_content' => '<!-- wp:html -->${blocks.replaceAll('\n', '')}<!-- /wp:html -->' ) );`,
    );
  return {
    embedded: false,
    addressOf: (consent) => `${wordpress.url}${pathOf(consent)}/`,
    close: async () => {
      await wordpress.stop();
      await upstream.close();
    },
  };
}
