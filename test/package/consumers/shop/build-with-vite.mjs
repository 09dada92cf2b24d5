import { build } from 'vite';

const [, , outDir, ...entries] = process.argv;
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  base: '/shop/',
  build: { outDir, emptyOutDir: true, rolldownOptions: { input: entries.map((name) => `shop/${name}.js`), output: { entryFileNames: '[name].js' } } },
});
