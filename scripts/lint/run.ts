/** `npm run lint`: all that can be known of texts without running them, with one message for each fault. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { checkArrows } from './arrows.ts';
import { checkCommands } from './commands.ts';
import { checkFonts } from './fonts.ts';
import { checkGuards } from './guards.ts';
import { checkLinks } from './links.ts';
import { checkMarkupRules } from './markup-rules.ts';
import { checkOnePlace } from './one-place.ts';
import { checkLength, checkSpelling } from './prose.ts';

const tools = [run('oxfmt', '--check'), run('oxlint', '--type-aware', '--deny-warnings')];
const messages = [
  checkArrows,
  checkCommands,
  checkFonts,
  checkGuards,
  checkLength,
  checkLinks,
  checkMarkupRules,
  checkOnePlace,
  checkSpelling,
].flatMap((check) => check());

const areFine = await Promise.all(tools);
for (const message of messages) console.error(message);
if (messages.length > 0 || areFine.includes(false)) process.exitCode = 1;

/** npm has its folder of programs in the path. */
async function run(program: string, ...args: readonly string[]): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}
