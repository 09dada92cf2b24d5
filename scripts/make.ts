import { makers } from './makers.ts';
import { runTask } from './task.ts';

process.exitCode = runTask(makers, 'npm run make --', process.argv.slice(2));
