import { OperatorError } from '../operator-error.ts';

export interface ParsedCommand {
  /** `start`, `help`, `update-data`, or two words such as `key create`. */
  readonly name: string;
  readonly args: readonly string[];
  /** The value of `--data-dir`. Every command takes it, so it is not among `args`. */
  readonly dataDirectory: string | undefined;
  /** The value of `--settings`, which every command takes, too: a file. */
  readonly settingsFile: string | undefined;
}

/** @throws OperatorError when no path follows `--data-dir` or `--settings`. */
export function readCommand(written: readonly string[]): ParsedCommand {
  const data = takePath(written, '--data-dir');
  const settings = takePath(data.rest, '--settings');
  const { rest } = settings;
  const everywhere = { dataDirectory: data.path, settingsFile: settings.path };
  const [first = 'start', second = ''] = rest;
  if (first === 'help' || rest.includes('--help')) return { name: 'help', args: [], ...everywhere };
  if (first.startsWith('-')) return { name: 'start', args: rest, ...everywhere };
  if (first === 'start' || first === 'update-data') return { name: first, args: rest.slice(1), ...everywhere };
  return { name: `${first} ${second}`.trim(), args: rest.slice(2), ...everywhere };
}

/** Takes an option and its value out of the arguments: `--option path` or `--option=path`. */
function takePath(args: readonly string[], option: string): { path: string | undefined; rest: readonly string[] } {
  const at = args.findIndex((argument) => argument === option || argument.startsWith(`${option}=`));
  if (at < 0) return { path: undefined, rest: args };
  const isJoined = args[at] !== option;
  const path = isJoined ? args[at]?.slice(option.length + 1) : args[at + 1];
  if (path === undefined || path === '' || path.startsWith('-'))
    throw new OperatorError(`${option}: a path is missing`);
  return { path, rest: args.toSpliced(at, isJoined ? 1 : 2) };
}
