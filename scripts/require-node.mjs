/** Before `npm start`, `npm test` and `npm run build`: says which Node they need, in place of a later error. JavaScript, since an old Node runs it. */
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const required = engines.node.replace('>=', '');
const [major, minor] = required.split('.').map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `Geolet needs Node ${required} or newer, and this is Node ${process.versions.node}. Newer ones: https://nodejs.org/en/download`,
  );
  process.exit(1);
}
