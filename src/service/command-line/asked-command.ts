import { OperatorError } from '../operator-error.ts';

export interface AskedCommand {
  /** `start`, `help`, `update-data`, or two words such as `key create`. */
  readonly name: string;
  readonly args: readonly string[];
  /** The value of `--data-dir`. Every command takes it, so it is not among `args`. */
  readonly dataDirectory: string | undefined;
}

/** @throws OperatorError when no directory follows `--data-dir`. */
export function readCommand(args: readonly string[]): AskedCommand {
  const at = args.indexOf('--data-dir');
  const dataDirectory = at < 0 ? undefined : args[at + 1];
  if (at >= 0 && dataDirectory === undefined) throw new OperatorError('--data-dir: a directory is missing');
  const rest = at < 0 ? args : args.toSpliced(at, 2);
  const [first = 'start', second = ''] = rest;
  if (first === 'help' || rest.includes('--help')) return { name: 'help', args: [], dataDirectory };
  if (first.startsWith('-')) return { name: 'start', args: rest, dataDirectory };
  if (first === 'start' || first === 'update-data') return { name: first, args: rest.slice(1), dataDirectory };
  return { name: `${first} ${second}`.trim(), args: rest.slice(2), dataDirectory };
}
