import { build } from 'esbuild';

const [, , outdir, ...entries] = process.argv;
// One after the other: entries that share chunks import those for their order alone, too.
for (const name of entries) {
  await build({ entryPoints: [`shop/${name}.js`], outdir, bundle: true, minify: true, splitting: true, format: 'esm', logLevel: 'warning' });
}
