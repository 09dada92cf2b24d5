/**
 * `npm run make -- wordpress`: writes what the plugin takes from the sources, builds the widget, and makes the zip that WordPress takes as an upload.
 * With `--check` it only fails when a committed table differs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { contractFiles } from './contract.ts';
import { pluginFiles } from './plugin-files.ts';
import { zip } from './zip.ts';

const archive = 'geolet-wordpress.zip';

if (process.argv.includes('--check')) checkContract();
else {
  for (const [path, content] of Object.entries(contractFiles())) writeFileSync(path, content);
  if (!process.argv.includes('--contract')) makeArchive();
}

function checkContract(): void {
  for (const [path, content] of Object.entries(contractFiles())) {
    if (existsSync(path) && readFileSync(path, 'utf8') === content) continue;
    console.error(`${path} is not what the sources say: run \`npm run make -- wordpress\` and commit the result.`);
    process.exitCode = 1;
  }
}

function makeArchive(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' });
  const files = pluginFiles('dist');
  writeFileSync(archive, zip(files));
  console.log(`${archive} has ${files.size} files. Upload it in WordPress under Plugins, Add New.`);
}
