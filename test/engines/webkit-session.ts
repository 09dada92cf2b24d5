import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from './session.ts';
import { freePort } from '../support/loopback.ts';
import { untilReady } from '../support/output.ts';
import { displayOf, startScreen } from '../support/screen.ts';

const patienceMs = 30_000;

/** WebKitGTK's own browser, through its driver: a client of https://www.w3.org/TR/webdriver2/ as small as these tests need. */
export async function startWebKit(driverPath: string, xvfbPath: string): Promise<Session> {
  const screen = startScreen(xvfbPath);
  const started: ChildProcess[] = [screen];
  // The browser itself goes with its session, and with its screen in any case.
  const stop = () => started.toReversed().forEach((child) => child.kill());
  process.once('exit', stop);
  try {
    const display = await displayOf(screen);
    const port = await freePort();
    // Without a language that it knows, `navigator.language` is `C`.
    const environment = {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LANG: 'en_US.UTF-8',
      NO_AT_BRIDGE: '1',
    };
    const program = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    });
    started.push(program);
    const driver = `http://127.0.0.1:${port}`;
    await untilReady(program, answers(driver));
    const { sessionId } = (await call('POST', `${driver}/session`, {
      capabilities: { alwaysMatch: { timeouts: { pageLoad: patienceMs, script: patienceMs } } },
    })) as { sessionId: string };
    const session = `${driver}/session/${sessionId}`;
    return {
      async goto(url) {
        await call('POST', `${session}/url`, { url });
      },
      evaluate: (expression) => call('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
      async close() {
        // A browser that hangs does not answer; it ends with its screen.
        await call('DELETE', session, undefined, 5000).catch(() => {});
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

async function answers(driver: string): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      await call('GET', `${driver}/status`);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(20);
    }
  }
}

async function call(method: string, url: string, body?: unknown, timeoutMs = 2 * patienceMs): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}
