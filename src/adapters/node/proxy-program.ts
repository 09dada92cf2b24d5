import { env } from 'node:process';
import { checkProgram } from './check-program.ts';
import { checkOptions, readEnvironment } from './environment.ts';
import type { OpenProgram } from './open-program.ts';
import { openNodeTransport } from '../../proxy/node/open-transport.ts';
import { runProgram } from './program.ts';

const name = 'geolet proxy';

/** `geolet proxy`: the proxy alone, in front of a service elsewhere. */
export function runProxyProgram(): Promise<void> {
  return runProgram(name, openProxyProgram);
}

/** @returns the exit code. */
export function checkProxyProgram(): Promise<number> {
  return checkProgram(name, openProxyProgram);
}

const openProxyProgram: OpenProgram = async (trial = {}) => {
  const settings = readEnvironment(env, {}, trial);
  checkOptions(settings);
  return { settings: { ...settings, proxy: { transport: await openNodeTransport(), ...settings.proxy } } };
};
