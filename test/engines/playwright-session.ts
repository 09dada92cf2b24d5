import { chromium, firefox, type BrowserType, type LaunchOptions } from '@playwright/test';
import type { Session } from './session.ts';

/** The resolver rule keeps the browser from asking for any host but the tests' own. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** What keeps Firefox from asking anybody for updates, studies and lists; every name that is left leads to this machine. */
export const firefoxPreferences = {
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'app.update.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.native-is-localhost': true,
  'network.prefetch-next': false,
  'toolkit.telemetry.enabled': false,
};

export function startChromium(executablePath: string): Promise<Session> {
  return start(chromium, { executablePath, args: chromiumArguments });
}

/** A Firefox as its distribution made it, through WebDriver BiDi; Playwright's other channels want a patched one. */
export function startFirefox(executablePath: string): Promise<Session> {
  return start(firefox, { executablePath, channel: 'moz-firefox', firefoxUserPrefs: firefoxPreferences });
}

async function start(type: BrowserType, options: LaunchOptions): Promise<Session> {
  const browser = await type.launch(options);
  const page = await browser.newPage({ locale: 'en-US' });
  return {
    async goto(url) {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}
