import { env } from 'node:process';
import { readEnvironment, warningsOf } from './environment.ts';
import { openNodeTransport } from './open-transport.ts';
import { runProgram } from './program.ts';

/** `geolet proxy`: the proxy alone, in front of a service elsewhere. */
export function runProxyProgram(): Promise<void> {
  return runProgram('geolet proxy', async () => {
    const settings = readEnvironment(env);
    return {
      settings: { ...settings, proxy: { transport: await openNodeTransport(), ...settings.proxy } },
      warnings: warningsOf(env),
    };
  });
}
