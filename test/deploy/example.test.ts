import { replaceText } from '../support/replace-text.ts';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { visitors } from '../support/visitors.ts';
import { readCompose } from './compose.ts';
import { Container } from './container.ts';
import { Build } from './image.ts';
import { tarballs } from './packages.ts';

/** The example, with the packed packages in place of those of a registry. */
const context = mkdtempSync(join(tmpdir(), 'geolet-container-'));
const volumes = mkdtempSync(join(tmpdir(), 'geolet-volumes-'));
const build = new Build('examples/container/Containerfile', context);
let container: Container;

beforeAll(() => {
  cpSync('examples/container', context, { recursive: true });
  const packages = build.image('base').root.at('/packages');
  mkdirSync(packages);
  for (const tarball of tarballs()) copyFileSync(tarball, join(packages, basename(tarball)));
  writeFileSync(join(context, 'package.json'), withPackages(readFileSync(join(context, 'package.json'), 'utf8')));
  const { geolet } = readCompose(join(context, 'compose.yaml'), {}).services;
  if (geolet === undefined) throw new Error('The compose file has no geolet.');
  container = new Container(build.image('geolet'), geolet, volumes);
});

afterAll(async () => {
  await container.remove();
  build.remove();
  for (const folder of [context, volumes]) rmSync(folder, { recursive: true });
});

const ask = (path: string, address: string) =>
  fetch(`http://127.0.0.1:8787${path}`, { headers: { 'x-forwarded-for': address } });

it('the container of the example answers with read-only files, and ends in order', async () => {
  await expect
    .poll(() => ask('/geolet-ready', visitors.lyon).then(({ status }) => status, String), { timeout: 60_000 })
    .toBe(200);
  expect(await (await ask('/geo', visitors.lyon)).json()).toMatchObject({ countryCode: 'FR', city: 'Lyon' });
  expect((await ask('/geolet.js', visitors.lyon)).status).toBe(200);
  container.kill('SIGTERM');
  expect(await container.ended, container.said).toEqual([0, null]);
});

function withPackages(text: string): string {
  return tarballs().reduce((changed, tarball) => {
    const name = basename(tarball).startsWith('geolet-service') ? '@geolet/service' : 'geolet';
    return replaceText(changed, new RegExp(`("${name}": )"[^"]*"`), `$1"file:/packages/${basename(tarball)}"`);
  }, text);
}
