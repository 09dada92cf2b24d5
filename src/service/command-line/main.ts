#!/usr/bin/env node
import { catchSignals } from '../../http/signals.ts';
import { OperatorError } from '../operator-error.ts';
import { readCommand } from './asked-command.ts';

try {
  const args = process.argv.slice(2);
  // The other commands end at a signal as any program does.
  if (readCommand(args).name === 'start') catchSignals();
  const { runCommand } = await import('./run-command.ts');
  const text = await runCommand(args, process.env);
  if (text !== '') console.log(text);
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
