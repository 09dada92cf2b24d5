import { type ChildProcess, spawn } from 'node:child_process';
import { keepOutput } from './output.ts';

/** Starts a screen in memory. */
export function startScreen(xvfbPath: string): ChildProcess {
  return spawn(xvfbPath, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
}

/** @returns the number of a free display, which the server chooses and tells once it takes connections. */
export function displayOf(screen: ChildProcess): Promise<string> {
  const output = keepOutput(screen);
  return new Promise((resolve, reject) => {
    screen.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
    screen.once('error', reject);
    screen.once('close', (status) => reject(new Error(`Xvfb ended with status ${status}: ${output()}`)));
  });
}
