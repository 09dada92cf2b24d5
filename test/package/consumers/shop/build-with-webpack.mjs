import { resolve } from 'node:path';
import webpack from 'webpack';

const [, , outdir, ...entries] = process.argv;
const compiler = webpack({
  mode: 'production',
  entry: Object.fromEntries(entries.map((name) => [name, `./shop/${name}.js`])),
  output: { path: resolve(outdir), filename: '[name].js', chunkFilename: '[name].js', publicPath: 'auto', module: true, chunkFormat: 'module' },
  experiments: { outputModule: true },
  performance: { hints: false },
});
compiler.run((error, stats) => {
  if (error ?? stats.hasErrors()) throw error ?? new Error(stats.toString());
  if (stats.hasWarnings()) console.warn(stats.toString());
});
