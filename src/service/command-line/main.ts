import { misspeltSettings } from '../misspelt-settings.ts';
import { OperatorError } from '../operator-error.ts';
import { runCommand } from './run-command.ts';

for (const line of misspeltSettings(process.env)) console.error(line);
try {
  console.log(await runCommand(process.argv.slice(2), process.env));
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
