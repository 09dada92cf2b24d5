import type { Places } from './start-wordpress.ts';

/** Who may do all with the database, as long as a test takes no right away. */
export const databaseUser = 'shop';

/** What makes a WordPress a network of sites in folders. */
export function networkConfiguration(url: string): Readonly<Record<string, string | number | boolean>> {
  return {
    WP_ALLOW_MULTISITE: true,
    MULTISITE: true,
    SUBDOMAIN_INSTALL: false,
    DOMAIN_CURRENT_SITE: new URL(url).host,
    PATH_CURRENT_SITE: '/',
    SITE_ID_CURRENT_SITE: 1,
    BLOG_ID_CURRENT_SITE: 1,
  };
}

/** As an owner has it who looks for mistakes: every notice goes to the log. Nothing asks a server on the internet. */
export function wordpressConfiguration(
  { folder, url, logFile }: Omit<Places, 'root'>,
  more: Readonly<Record<string, string | number | boolean>> = {},
): string {
  const constants = {
    DB_NAME: 'wordpress',
    DB_USER: databaseUser,
    DB_PASSWORD: '',
    DB_HOST: `localhost:${folder}/database.sock`,
    DB_CHARSET: 'utf8mb4',
    // Each site of a network has its own.
    ...(more['MULTISITE'] === true ? {} : { WP_HOME: url, WP_SITEURL: url }),
    WP_DEBUG: true,
    WP_DEBUG_LOG: logFile,
    WP_DEBUG_DISPLAY: false,
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_ACCESSIBLE_HOSTS: '127.0.0.1',
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    FS_METHOD: 'direct',
    NONCE_SALT: 'of these tests',
    ...more,
  };
  const lines = Object.entries(constants).map(
    ([name, value]) => `define( '${name}', ${typeof value === 'string' ? `'${value}'` : String(value)} );`,
  );
  return `<?php
${lines.join('\n')}
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }
@include ABSPATH . 'wp-config-of-test.php';
require_once ABSPATH . 'wp-settings.php';
`;
}

/** More processes than a test has visitors at once. */
export function phpFpmConfiguration({ folder, logFile }: Places): string {
  return `[global]
error_log = ${folder}/fpm.log
[www]
user = root
group = root
listen = ${folder}/php.sock
pm = static
pm.max_children = 22
clear_env = yes
php_admin_value[error_log] = ${logFile}
php_admin_flag[log_errors] = on
php_admin_value[opcache.revalidate_freq] = 0
php_admin_value[error_reporting] = 32767
php_admin_value[upload_max_filesize] = 16M
php_admin_value[post_max_size] = 16M
`;
}

/** A page cache as owners have it, which keeps what it may keep, for everybody alike. */
export function nginxConfiguration({ folder, root, url }: Places): string {
  return `user root;
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path ${folder}/body;
  fastcgi_temp_path ${folder}/fastcgi;
  proxy_temp_path ${folder}/proxy;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  client_max_body_size 16m;
  fastcgi_cache_path ${folder}/pages keys_zone=pages:1m;
  fastcgi_cache_key $request_method$host$request_uri;
  server {
    listen ${new URL(url).host};
    root ${root};
    index index.php;
    if (!-e $request_filename) { rewrite ^/[a-z]+(/wp-(?:admin|content|includes|login).*)$ $1 last; }
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ {
      include /etc/nginx/fastcgi.conf;
      fastcgi_pass unix:${folder}/php.sock;
      fastcgi_cache pages;
      fastcgi_cache_valid 200 60m;
      fastcgi_cache_bypass $cookie_wordpress_logged_in $http_cookie;
      fastcgi_no_cache $http_cookie;
      add_header X-Page-Cache $upstream_cache_status;
    }
  }
}
`;
}
