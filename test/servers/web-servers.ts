import { replaceText } from '../support/replace-text.ts';
import type { Recipe } from './recipe.ts';

/** Where the owner's pages come from. */
export const siteAddress = '127.0.0.1:3000';

/** One web server with a whole configuration around its recipe. */
export interface WebServer {
  readonly program: string;
  readonly args: (file: string, folder: string) => readonly string[];
  readonly configuration: (folder: string) => string;
}

type Around = (recipe: Recipe) => WebServer;

/** With a cache above all locations that heeds no header, an `expires` there, and a rule for all scripts and pictures: owners have them all. */
export const nginx = ({ blocks: [locations = ''] }: Recipe, listen = 'listen 80; listen [::]:80;'): WebServer =>
  nginxWith(
    (folder) => `
  proxy_cache_path ${folder}/cache keys_zone=all:1m;
  server {
    ${listen}
    proxy_cache all; proxy_cache_valid any 10m; proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
    expires 1h;
    location / { proxy_pass http://${siteAddress}; }
    location ~* \\.(js|svg)$ { return 404; }
    ${locations}
  }`,
  );

/** @param http what stands in the `http` block. */
export const nginxWith = (http: (folder: string) => string, user = 'nobody nogroup'): WebServer => ({
  program: 'nginx',
  args: (file, folder) => ['-p', folder, '-c', file],
  configuration: (folder) => `
user ${user}; daemon off; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${http(folder)}
}`,
});

/** With a cache for everything that keeps also what is private, and an expiry for everything. */
export const apache: Around = ({ blocks: [directives = ''] }) => ({
  program: 'apache2',
  args: (file, folder) => ['-d', folder, '-f', file, '-D', 'FOREGROUND'],
  configuration: (folder) => `
${['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'cache', 'cache_disk', 'expires', 'headers'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
ServerName shop.example
Listen 80
PidFile ${folder}/pid
ErrorLog ${folder}/errors
User nobody
Group nogroup
CacheRoot ${folder}
<VirtualHost *:80>
  CacheEnable disk "/"
  CacheIgnoreCacheControl On
  CacheStorePrivate On
  CacheStoreNoStore On
  CacheIgnoreNoLastMod On
  CacheDefaultExpire 600
  ExpiresActive On
  ExpiresDefault "access plus 1 hour"
  ${directives}
  ProxyPass "/" "http://${siteAddress}/"
</VirtualHost>`,
});

/** @param pages what the site has in place of the recipe's comment. */
export const caddy = ({ blocks: [site = ''] }: Recipe, pages = `reverse_proxy ${siteAddress}`): WebServer => ({
  program: 'caddy',
  args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  configuration: () => `{
  admin off
}
${replaceText(replaceText(site, 'shop.example', 'http://shop.example'), /# everything your site.*/, pages)}`,
});

/** With the cache as its documentation has it, in front of everything. */
export const haproxy = ({ blocks: [rule = '', backend = ''] }: Recipe, frontend = ''): WebServer => ({
  program: 'haproxy',
  args: (file) => ['-db', '-f', file],
  configuration: () => `
cache pages
  total-max-size 4
  max-age 600
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend shop
  bind :::80 v4v6
  ${frontend}
  http-request cache-use pages
  http-response cache-store pages
  ${rule}
  default_backend site
backend site
  server site ${siteAddress}
${backend}`,
});

/** With rules that keep everything for ten minutes and hand it to everybody, also where a cookie was sent. */
export const varnish = ({ blocks: [rules = ''] }: Recipe, backend = siteAddress): WebServer => ({
  program: 'varnishd',
  args: (file, folder) => ['-F', '-f', file, '-a', ':80', '-n', `${folder}/varnish`, '-s', 'default,16m'],
  configuration: () => `vcl 4.1;
backend default {
  .host = "${backend.split(':')[0]}";
  .port = "${backend.split(':')[1]}";
}
${rules}
sub vcl_recv {
  unset req.http.Cookie;
  return (hash);
}
sub vcl_backend_response {
  unset beresp.http.Set-Cookie;
  set beresp.ttl = 10m;
  return (deliver);
}`,
});

/** It has no cache. With an expiry for everything. */
export const lighttpd: Around = ({ blocks: [rules = ''] }) => ({
  program: 'lighttpd',
  args: (file) => ['-D', '-f', file],
  configuration: (folder) => `
server.modules = ( "mod_proxy", "mod_expire" )
server.document-root = "${folder}"
server.port = 80
server.bind = "[::]"
server.set-v6only = "disable"
server.username = "nobody"
server.groupname = "nogroup"
expire.url = ( "" => "access plus 1 hours" )
proxy.server = ( "" => ( ( "host" => "127.0.0.1", "port" => 3000 ) ) )
${rules}`,
});
