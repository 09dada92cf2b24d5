import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firefox, type Page } from '@playwright/test';
import { firefoxPreferences } from '../engines/playwright-session.ts';
import { untilReady } from '../support/output.ts';
import { displayOf, startScreen } from '../support/screen.ts';
import { Speech } from './speech.ts';

/** Orca, and a page in Firefox that it reads. */
export interface ScreenReader {
  readonly page: Page;
  readonly speech: Speech;
  /** Presses a key of the keyboard, for Orca, too: those of Playwright are known to the page alone. */
  press(key: string): void;
  stop(): Promise<void>;
}

/** On a screen in memory, with a silent voice. */
export async function startScreenReader(): Promise<ScreenReader> {
  const home = mkdtempSync(join(tmpdir(), 'geolet-screen-reader-'));
  const screen = startScreen('Xvfb');
  const env = prepareEnvironment(home, await displayOf(screen));
  const speech = new Speech(env.SPEECH_FILE);
  const windows = spawn('openbox', { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const orca = spawn('orca', ['--user-prefs', env.PYTHONPATH], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const programs = [screen, windows, orca];
  await untilReady(
    orca,
    speech.hear((words) => words.includes('Screen reader on.')),
  );
  const browser = await firefox.launch({
    executablePath: '/usr/bin/firefox-esr',
    channel: 'moz-firefox',
    headless: false,
    env,
    firefoxUserPrefs: { ...firefoxPreferences, 'accessibility.force_disabled': -1 },
  });
  const page = await browser.newPage({ locale: 'en-US', viewport: null });
  return {
    page,
    speech,
    press: (key) => void execFileSync('xdotool', ['key', key], { env }),
    async stop() {
      await browser.close();
      for (const program of programs.toReversed()) program.kill();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function prepareEnvironment(home: string, display: string) {
  const runtime = join(home, 'runtime');
  const orca = join(home, 'orca');
  mkdirSync(runtime, { mode: 0o700 });
  cpSync(fileURLToPath(new URL('orca', import.meta.url)), orca, { recursive: true });
  return {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    DISPLAY: display,
    GNOME_ACCESSIBILITY: '1',
    MOZ_ENABLE_WAYLAND: '0',
    // Orca writes what it says in the encoding of the locale.
    LC_ALL: 'C.UTF-8',
    PYTHONPATH: orca,
    SPEECH_FILE: join(home, 'speech'),
  };
}
