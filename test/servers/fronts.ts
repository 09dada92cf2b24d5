import { type Recipe, recipeFor } from './recipe.ts';
import { apache, caddy, haproxy, lighttpd, nginx, varnish, type WebServer } from './web-servers.ts';

/** What stands before the proxy: one web server or two, with their recipe. */
export interface Front {
  readonly name: string;
  readonly recipe: Recipe;
  readonly servers: readonly WebServer[];
  /** Whether it has a cache, which keeps the site's pages. */
  readonly keepsPages: boolean;
  /** Whether it drops what a visitor writes into `X-Forwarded-For`, and does not add to it. */
  readonly dropsForged: boolean;
}

export const fronts: readonly Front[] = [
  front('nginx', (recipe) => [nginx(recipe)], { keepsPages: true, dropsForged: false }),
  front('Caddy', (recipe) => [caddy(recipe)], { keepsPages: false, dropsForged: true }),
  front('Apache', (recipe) => [apache(recipe)], { keepsPages: true, dropsForged: false }),
  front('HAProxy', (recipe) => [haproxy(recipe)], { keepsPages: true, dropsForged: true }),
  front('Varnish', (recipe) => [varnish(recipe)], { keepsPages: true, dropsForged: false }),
  front(
    'Varnish, then nginx',
    (recipe) => [nginx(recipeFor('nginx'), 'listen 127.0.0.1:8080;'), varnish(recipe, '127.0.0.1:8080')],
    { keepsPages: true, dropsForged: false },
  ),
  front('lighttpd', (recipe) => [lighttpd(recipe)], { keepsPages: false, dropsForged: false }),
];

export function front(
  name: string,
  servers: (recipe: Recipe) => readonly WebServer[],
  traits: Pick<Front, 'keepsPages' | 'dropsForged'>,
): Front {
  const recipe = recipeFor(name);
  return { name, recipe, servers: servers(recipe), ...traits };
}
