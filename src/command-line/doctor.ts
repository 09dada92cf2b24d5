import { env, exit, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { print, printable, printError } from '../http/terminal.ts';
import { argumentProblem } from '../http/argument-problem.ts';
import type { HeaderSource } from '../proxy/hosts/header-sources.ts';
import { readHeaderSource } from '../proxy/hosts/host-option.ts';
import { isChoice } from '../doctor/price-view.ts';
import { examine } from '../doctor/examine.ts';
import type { FeedQuestion } from '../doctor/feed/check-feed.ts';
import type { Finding } from '../doctor/finding.ts';
import type { SiteQuestion } from '../doctor/site/check-site.ts';
import { isLoopback } from '../http/loopback.ts';

const usage = `geolet doctor <url> [--as …] [--pages …] [--feed … [--all]] [--secret …] [--secret-for …] [--upstream …] [--json]

Looks at a page and its record through your real chain of caches and servers: whether either can reach the wrong visitor,
whether a visitor can lie about their address, whether the page and its structured data say one price,
and whether script, policy, proxy, preload and a due attribution are right.
Ends with 1 when something is not.

  --as       compares prices for these countries, too, such as DE,JP; each may be what a link can choose: US-CA, EUR
  --pages    follows the links of the site, and says on which of this many pages (200 at most) a page rule finds nothing,
             more than one element, or another price than the first of its list: one page a second
  --feed     compares a product feed, a file or an address, with the pages behind its links: the first 50 products,
             one page a second
  --all      compares all products of the feed
  --secret   asks as visitors of several countries, too: the proxy's GEOLET_DOCTOR_SECRET (better given as that variable)
  --secret-for scheme and host of another server that may get the secret, such as that of data-endpoint; may be repeated
  --upstream if you named the headers of a host yourself: the proxy's GEOLET_UPSTREAM, which begins with host:
  --json     the findings as JSON`;

/** @param args after the command's name. */
export async function runDoctor(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  if (values.help) return print(usage);
  const [address = ''] = positionals;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : withScheme(address);
  if (positionals.length !== 1 || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    fail(`name one page, such as https://shop.example/.\n\n${usage}`);
  const secret = values.secret ?? (env['GEOLET_DOCTOR_SECRET'] || undefined);
  const findings = await examine(
    new URL(url).href,
    secret === undefined ? undefined : { text: secret, origins: readOrigins([url, ...(values['secret-for'] ?? [])]) },
    readOwn(values.upstream ?? env['GEOLET_UPSTREAM']),
    { choices: readChoices(values.as ?? ''), feed: readFeed(values), site: readSite(values.pages) },
  );
  const ok = !findings.some(({ result }) => result === 'bad');
  if (values.json) print(JSON.stringify({ url, ok, findings }, undefined, 2));
  else print(describe(findings), stdout.isTTY && !env['NO_COLOR'] ? colourOf : undefined);
  process.exitCode = ok ? 0 : 1;
}

function readChoices(list: string): readonly string[] {
  const choices = list
    .split(',')
    .map((words) => words.trim())
    .filter(Boolean);
  const wrong = choices.find((words) => !isChoice(words));
  return wrong === undefined ? choices : fail(`--as takes countries, such as DE,JP or US-CA, not ${wrong}.`);
}

function readFeed({ feed, all = false }: { readonly feed?: string; readonly all?: boolean }): FeedQuestion | undefined {
  if (feed !== undefined && feed !== '') return { source: feed, isWhole: all };
  return all || feed === '' ? fail('--feed takes a file or an address, and --all needs it.') : undefined;
}

const mostPages = 200;

function readSite(pages: string | undefined): SiteQuestion | undefined {
  if (pages === undefined) return undefined;
  const most = /^\d{1,9}$/.test(pages) ? Number(pages) : 0;
  return most >= 1 && most <= mostPages
    ? { most }
    : fail(`--pages takes how many pages to read, from 1 to ${mostPages}, such as 20, not "${printable(pages)}".`);
}

function readOrigins(urls: readonly string[]): readonly string[] {
  return urls.map((url) =>
    URL.canParse(url)
      ? new URL(url).origin
      : fail(`--secret-for takes scheme and host, such as https://geo.example, not ${url}.`),
  );
}

/** @returns the owner's table of headers; undefined for a service. */
function readOwn(upstream: string | undefined): HeaderSource | undefined {
  try {
    return readHeaderSource(upstream);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** http for the owner's own machine, which usually has no certificate. */
function withScheme(address: string): string {
  const url = `https://${address}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname) ? `http://${address}` : url;
}

const signs = { good: ['✓', 32], bad: ['✗', 31], warning: ['!', 33], skipped: ['·', 90] } as const;

function colourOf(line: string): number | undefined {
  return Object.values(signs).find(([sign]) => line.startsWith(`${sign} `))?.[1];
}

/** Texts and fixes quote the page, its headers and the record. */
function describe(findings: readonly Finding[]): string {
  const lines = findings.map(({ check, result, text, fix }) => {
    const line = `${signs[result][0]} ${check.padEnd(11)} ${printable(text)}`;
    return fix === undefined ? line : `${line}\n              → ${printable(fix)}`;
  });
  const wrong = findings.filter(({ result }) => result === 'bad').length;
  return [
    ...lines,
    '',
    wrong ? `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.` : 'Nothing is wrong.',
  ].join('\n');
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        as: { type: 'string' },
        pages: { type: 'string' },
        feed: { type: 'string' },
        all: { type: 'boolean' },
        secret: { type: 'string' },
        'secret-for': { type: 'string', multiple: true },
        upstream: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return fail(
      `${argumentProblem(error, ['as', 'pages', 'feed', 'all', 'secret', 'secret-for', 'upstream', 'json', 'help'])}\n\n${usage}`,
    );
  }
}

function fail(message: string): never {
  printError(`geolet doctor: ${message}`);
  return exit(2);
}
