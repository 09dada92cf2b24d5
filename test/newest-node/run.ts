import { delimiter, dirname } from 'node:path';
import { installFolder } from '../../scripts/prepare.ts';
import { installPackages } from '../support/apt.ts';
import { runVitest } from '../support/run-vitest.ts';
import { findNewestNode, versionOf } from './binary.ts';

/** `npm test -- newest-node [files …]`: what Vitest tests, on the newest Node, also where a test starts `node`. */
const newestMajor = 26;

/**
 * Left out unless they are named: their tests read texts, of the sources, of the documents and of other programs, which
 * are the same in every Node. What they run besides is run by the rooms that stay: the doctor, the proxy and the rules.
 */
const textRooms = ['bench', 'demo', 'deploy', 'docs', 'house', 'tables', 'wordpress'];

if (!installFolder('test/newest-node')) fail('npm ci --prefix test/newest-node failed.');
const newestNode = findNewestNode();
if (newestNode === undefined)
  fail(
    `Node ${newestMajor} is not there for ${process.platform} on ${process.arch}. There are packages of it for Linux, and for Windows on x64; npm leaves out without a word what it cannot fetch.`,
  );
// Its builds for Linux want a library that a small Debian leaves out.
if (Number.isNaN(versionOf(newestNode)[0])) installPackages(['libatomic1']);
const [major] = versionOf(newestNode);
if (major !== newestMajor)
  fail(
    Number.isNaN(major)
      ? `${newestNode} does not run here. On Debian it wants libatomic1.`
      : `${newestNode} is Node ${major}, and not ${newestMajor}.`,
  );

const environment = { ...process.env, PATH: [dirname(newestNode), process.env.PATH].join(delimiter) };
const args = process.argv.slice(2);
const chosen = args.length > 0 ? args : textRooms.flatMap((room) => ['--exclude', `test/unit/${room}/**`]);
process.exitCode = runVitest('newest-node', chosen, { node: newestNode, environment }) ? 0 : 1;

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}
