import { resolve } from 'node:path';
import type { Shop } from './application.ts';
import { consumers } from './packed.ts';

const programOf = (folder: string, path: string) => resolve(consumers, folder, 'node_modules', path);

type Named = Shop & { readonly name: string };

/** The shops among the consumers that a framework builds and serves. */
export const reactRouter: Named = {
  name: 'React Router',
  folder: 'react-router-app',
  documented: { 'react/delivery.jsx': 'app/delivery.jsx' },
  statics: 'public',
  built: 'build',
  build: [programOf('react-router-app', '@react-router/dev/bin.cjs'), 'build'],
  start: () => [programOf('react-router-app', '@react-router/serve/bin.cjs'), 'build/server/index.js'],
};

export const nuxt: Named = {
  name: 'Nuxt',
  folder: 'nuxt-app',
  documented: {
    'vue/nuxt.config.ts': 'nuxt.config.ts',
    'vue/geolet.client.js': 'app/plugins/geolet.client.js',
    'vue/Delivery.vue': 'app/components/Delivery.vue',
  },
  statics: 'public',
  built: '.output',
  build: [programOf('nuxt-app', 'nuxt/bin/nuxt.mjs'), 'build'],
  start: () => ['.output/server/index.mjs'],
};

export const svelteKit: Named = {
  name: 'SvelteKit',
  folder: 'sveltekit-app',
  documented: { 'svelte/Delivery.svelte': 'src/components/Delivery.svelte' },
  statics: 'static',
  built: 'build',
  build: [programOf('sveltekit-app', 'vite/bin/vite.js'), 'build'],
  start: () => ['build'],
  environment: { ADDRESS_HEADER: 'x-forwarded-for', XFF_DEPTH: '1' },
};

export const astro: Named = {
  name: 'Astro',
  folder: 'astro-app',
  documented: { 'react/delivery.jsx': 'src/delivery.jsx', 'astro/hand-on.js': 'public/hand-on.js' },
  statics: 'public',
  built: 'dist',
  build: [programOf('astro-app', 'astro/bin/astro.mjs'), 'build'],
  start: () => ['dist/server/entry.mjs'],
};
