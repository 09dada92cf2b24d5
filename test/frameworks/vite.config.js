import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import solid from 'vite-plugin-solid';

// Plain JavaScript, since the types of these packages are not there where the repository is checked.
export default {
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('geo-') } } }),
    svelte({ configFile: false }),
    solid({ include: /solid\.jsx$/ }),
  ],
  // The hooks from the sources, with the frameworks of this folder.
  resolve: {
    alias: { geolet: resolve(import.meta.dirname, '../../src/frameworks') },
    dedupe: ['react', 'react18', 'vue'],
  },
  oxc: { jsx: { runtime: 'automatic' } },
};
