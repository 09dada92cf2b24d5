/** Runs the command that is asked for. */
import { print, printable, printError, printThrown } from '../../http/terminal.ts';
import { catchSignals } from '../../http/signals.ts';
import { exitCodeFor, settingOf } from '../../http/setting-error.ts';
import { isSystemError } from '../../http/system-error.ts';
import { OperatorError } from '../operator-error.ts';
import { readCommand } from './parsed-command.ts';

try {
  const args = process.argv.slice(2);
  // The other commands end at a signal as any program does.
  if (isStart(args)) catchSignals();
  const { runCommand } = await import('./run-command.ts');
  const text = await runCommand(args, process.env);
  if (text !== '') print(text);
} catch (error) {
  if (error instanceof OperatorError || (error instanceof Error && settingOf(error) !== undefined))
    printError(error.message);
  else if (isSystemError(error)) printError(printable(error.message));
  else printThrown(error);
  process.exitCode = exitCodeFor(error);
}

/** `start --check` and `start --wait` end at a signal, too. */
function isStart(args: readonly string[]): boolean {
  return readCommand(args).name === 'start' && !args.includes('--check') && !args.includes('--wait');
}
