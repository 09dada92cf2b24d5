import { parseArgs } from 'node:util';
import { runTask } from '../scripts/task.ts';
import { type Bench, benches } from './benches.ts';

/** `npm run bench` and its like: says what the options are, or builds and installs what the bench needs, and runs it. */
const [name = '', ...args] = process.argv.slice(2);
const all: Readonly<Record<string, Bench>> = benches;
const bench = all[name];
if (bench === undefined) throw new Error(`There is no bench "${name}": there are ${Object.keys(all).join(', ')}.`);

if (args.some((word) => /^(--help|-h|help)$/.test(word))) console.log(helpOf(bench));
else if (areOptions(bench)) process.exitCode = runTask(all, bench.command, [name, ...args]);

function areOptions({ options, command }: Bench): boolean {
  try {
    parseArgs({ args, options });
    return true;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${command} -- --help lists the options.`);
    process.exitCode = 2;
    return false;
  }
}

function helpOf({ command, about, options }: Bench): string {
  const rows = Object.entries(options).map(
    ([option, { type, default: preset, about }]) =>
      [
        `--${option}${type === 'string' ? ' …' : ''}`,
        `${about}${typeof preset === 'string' ? ` (${preset})` : ''}`,
      ] as const,
  );
  const width = Math.max(...rows.map(([option]) => option.length));
  return [
    about,
    '',
    rows.length === 0 ? `  ${command}` : `  ${command} -- <options>`,
    '',
    ...rows.map(([option, words]) => `  ${option.padEnd(width)}  ${words}`),
  ]
    .join('\n')
    .trimEnd();
}
