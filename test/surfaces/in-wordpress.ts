import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWordPress } from '../wordpress/start-wordpress.ts';
import { serve, serviceOf, type Site, type Surface } from './surface.ts';

/** What a site is in WordPress: posts, and constants in `wp-config.php`. */
export interface WordPressSite extends Pick<Site, 'recordOf' | 'priceBook'> {
  /** The content of each page, by its name, which is its path without the slash. */
  readonly contents: Readonly<Record<string, string>>;
  /** More lines of PHP for `wp-config.php`. */
  readonly configuration?: string;
}

/** Pages of a WordPress with the plugin, which a page cache keeps for everybody alike. */
export async function startWordPressPages(site: WordPressSite): Promise<Surface> {
  const upstream = await serve(serviceOf({ ...site, pageOf: () => '' }));
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
    ${site.configuration ?? ''}
    `,
  );
  if (site.priceBook) writeFileSync(join(wordpress.root, site.priceBook.path), JSON.stringify(site.priceBook.lists));
  const posts = Object.entries(site.contents).map(([name, content]) => ({
    post_type: 'page',
    post_status: 'publish',
    post_name: name,
    post_title: name,
    post_content: `<!-- wp:html -->${content.replaceAll('\n', '')}<!-- /wp:html -->`,
  }));
  const encoded = Buffer.from(JSON.stringify(posts)).toString('base64');
  await wordpress.php(
    `kses_remove_filters(); foreach ( json_decode( base64_decode( '${encoded}' ), true ) as $post ) wp_insert_post( wp_slash( $post ) );`,
  );
  return {
    embedded: false,
    addressOf: (path) => {
      const [name, query] = path.split('?');
      return `${wordpress.url}${name}/${query === undefined ? '' : `?${query}`}`;
    },
    close: async () => {
      await wordpress.stop();
      await upstream.close();
    },
  };
}
