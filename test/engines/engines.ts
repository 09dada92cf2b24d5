import { type Browser, chromium, findOrInstallBrowser, firefox, webkit, xvfb } from '../support/find-browser.ts';
import { startChromium, startFirefox } from './playwright-session.ts';
import type { Session } from './session.ts';
import { startWebKit } from './webkit-session.ts';

export interface Engine {
  readonly name: string;
  /** Finds or installs what the engine needs. @returns what starts it, or why nothing can. */
  prepare(): (() => Promise<Session>) | string;
}

export const engines: readonly Engine[] = [
  engine('chromium', [chromium], startChromium),
  engine('firefox', [firefox], startFirefox),
  engine('webkit', [webkit, xvfb], startWebKit),
];

function engine(name: string, programs: readonly Browser[], start: (...paths: string[]) => Promise<Session>): Engine {
  return {
    name,
    prepare() {
      const paths: string[] = [];
      for (const program of programs) {
        const path = findOrInstallBrowser(program);
        if (!path)
          return `no ${program.name} was found here and none could be installed; ${program.variables[0]} may name one`;
        paths.push(path);
      }
      return () => start(...paths);
    },
  };
}
