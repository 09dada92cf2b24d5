import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toNodeListener } from '../../../src/proxy/node/listener.ts';
import { widgetFilesIn } from '../../../src/proxy/node/files.ts';
import { createResponder } from '../../../src/proxy/proxy.ts';
import { dataDateHeader } from '../../../src/record/operations.ts';
import { fronts, startFrontServer } from '../../support/front-server.ts';
import { startServer } from '../../support/start-server.ts';
import { visitors } from '../../support/visitors.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

const lyon = {
  continentName: 'Europe',
  continentCode: 'EU',
  countryName: 'France',
  countryCode: 'FR',
  region: 'Western Europe',
  nationalCapital: 'Paris',
  city: 'Lyon',
  stateName: 'Auvergne-Rhône-Alpes',
  stateCode: 'ARA',
  isEU: true,
  timezone: 'Europe/Paris',
  currencyCode: 'EUR',
  currencySymbol: '€',
  callingCode: 33,
  language: 'fr-FR',
  isMobile: false,
  deviceType: 'desktop',
};

const shop = `<!doctype html>
<html lang="en">
<script async src="/geolet.js" data-endpoint="/geo"></script>
<title>Shoes</title>
<h1>Shoes for <geo-text template="{city|your city}">your city</geo-text></h1>
<p><geo-currency price="USD 149, EUR 139">$149</geo-currency></p>
<a href="https://db-ip.com">IP Geolocation by DB-IP</a>`;

/** What differs from run to run. */
const lasting = (text: string) =>
  text
    .replace(/\d+ ms/g, '… ms')
    .replace(/\([\w-]{8}\)/g, '(…)')
    .replace(/\d+ days old/g, '… days old');

/** What the program prints about a shop whose proxy trusts one server too many, and whose data are old. */
async function printed(): Promise<string> {
  const service = await startServer((_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/json',
        [dataDateHeader]: '2026-07-01',
        link: '<https://db-ip.com>; rel="license"',
      })
      .end(JSON.stringify(lyon)),
  );
  const proxy = await startServer(
    toNodeListener(
      createResponder({ upstream: service, key: 'a-key-for-tests', trust: 2, files: widgetFilesIn(), log: () => {} }),
    ),
  );
  const front = await startFrontServer({
    to: proxy,
    sees: visitors.lyon,
    headers: fronts.appends('x-forwarded-for'),
    pages: { '/': shop },
  });
  const { port } = new URL(front);
  const args = [...runTypeScript, '--import', './test/support/as-seen-from-outside.mjs'];
  const text = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [...args, 'src/command-line/main.ts', 'doctor', `http://shop.example:${port}/`],
      (_error, output, errors) => resolve(output || errors),
    );
  });
  return text.replaceAll(`http://shop.example:${port}`, 'https://shop.example');
}

it('docs/doctor.md shows what the program prints', { timeout: 30_000 }, async () => {
  const [, sample = ''] = /```\n(✓ page [^]*?)```/.exec(readFileSync('docs/doctor.md', 'utf8')) ?? [];
  expect(lasting(sample)).toBe(lasting(await printed()));
});
