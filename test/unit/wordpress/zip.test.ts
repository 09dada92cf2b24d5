import { unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { zip } from '../../../scripts/wordpress/zip.ts';

const files = new Map([
  ['geolet/geolet.php', Buffer.from('<?php // é')],
  ['geolet/dist/geolet.js', Buffer.from('a'.repeat(1000))],
]);

it("the plugin's archive has each file as it is, packed", () => {
  const archive = zip(files);
  expect(archive.length).toBeLessThan(500);
  expect(Object.entries(unzipSync(archive)).map(([path, content]) => [path, Buffer.from(content)])).toEqual([...files]);
});

it("the plugin's archive is the same byte by byte at any time and in any zone", () => {
  const archive = zip(files);
  for (const [zone, moment] of [
    ['Pacific/Chatham', '2024-02-29T00:00:00Z'],
    ['America/Adak', '2031-07-01T12:34:56Z'],
  ] as const) {
    vi.stubEnv('TZ', zone);
    vi.setSystemTime(moment);
    expect(zip(files)).toEqual(archive);
  }
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
