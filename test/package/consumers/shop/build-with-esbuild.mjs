import { build } from 'esbuild';

const [, , outdir] = process.argv;
// One after the other: entries that share chunks import those for their order alone, too.
for (const name of ['everything', 'flag', 'nothing']) {
  await build({ entryPoints: [`shop/${name}.js`], outdir, bundle: true, minify: true, splitting: true, format: 'esm', logLevel: 'warning' });
}
