#!/usr/bin/env node
import { catchSignals } from '../../http/signals.ts';
import { print, printError, printThrown } from '../../http/terminal.ts';
import { OperatorError } from '../operator-error.ts';
import { readCommand } from './asked-command.ts';

try {
  const args = process.argv.slice(2);
  // The other commands end at a signal as any program does.
  if (readCommand(args).name === 'start') catchSignals();
  const { runCommand } = await import('./run-command.ts');
  const text = await runCommand(args, process.env);
  if (text !== '') print(text);
} catch (error) {
  if (error instanceof OperatorError) printError(error.message);
  else printThrown(error);
  process.exitCode = 1;
}
