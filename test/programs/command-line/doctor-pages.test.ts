import { execFile } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runDoctor } from '../../../src/command-line/doctor.ts';
import { startServer } from '../../support/start-server.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

const rules = [{ select: '.price', currency: 'USD 49, EUR 45' }];
const block = `<script type="application/json" data-geo-settings>${JSON.stringify({ rules })}</script>`;

/** What the doctor says of the rules of a shop with two pages, as JSON. */
async function run(...args: readonly string[]) {
  const url = await startServer((incoming, response) => {
    const price = incoming.url === '/boot' ? '$89' : '$49';
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><html lang="en">${block}<p class="price">${price}</p><a href="/boot">Boot</a>`);
  });
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await runDoctor([url, ...args, '--json']);
  const { findings } = JSON.parse(String(log.mock.calls[0]?.[0])) as {
    readonly findings: ReadonlyArray<Readonly<Record<'check' | 'result' | 'text' | 'fix', string>>>;
  };
  return findings.filter(({ check }) => check === 'rules');
}

describe('geolet doctor --pages', () => {
  it('says what the rules find on the pages of the site', async () => {
    expect(await run('--pages', '2')).toEqual([
      { check: 'rules', result: 'good', text: '2 pages were read: /, /boot.' },
      {
        check: 'rules',
        result: 'warning',
        text: 'rules[0] (.price) finds another price than USD 49, the first of its list: "$89" on /boot.',
        fix: expect.stringContaining('Give these pages a list of their own'),
      },
    ]);
  });

  it('is not done unless it is asked for', async () => {
    expect(await run()).toEqual([]);
  });

  it.each(['x', '0', '1000', ''])('ends with 2 for "%s"', async (pages) => {
    const command = [
      ...runTypeScript,
      'src/command-line/main.ts',
      'doctor',
      'https://shop.example/',
      `--pages=${pages}`,
    ];
    const [error, said] = await new Promise<[{ code?: unknown } | null, string]>((resolve) => {
      execFile(process.execPath, command, (failed, _out, printed) => resolve([failed, printed]));
    });
    expect(error?.code).toBe(2);
    expect(said).toContain(
      `geolet doctor: --pages takes how many pages to read, from 1 to 200, such as 20, not "${pages}".`,
    );
  });
});
