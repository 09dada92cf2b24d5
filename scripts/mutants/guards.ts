import { findGuards, type Guard } from './find-guards.ts';

const inUnit = (...names: readonly string[]) => names.map((name) => `test/unit/${name}.test.ts`);

/** The tests near each group of guards: all that may kill a mutant of them. */
const tests: Readonly<Record<string, readonly string[]>> = {
  sinks: inUnit('rules/sink', 'rules/url', 'rules/may-restore'),
  urls: inUnit('rules/evaluate', 'rules/markup'),
  markup: inUnit(
    ...['ambiguity', 'ambiguous-markup', 'streaming-rewriter'].map((name) => `pages/stream/${name}`),
    'pages/page-limits',
    'pages/every-cut',
  ),
  'embedded-records': inUnit('pages/embedded-record'),
  forwarded: inUnit('proxy/forwarded'),
  visitors: inUnit('http/trusted-hops', 'proxy/address', 'proxy/options', 'proxy/trusted-peer'),
  origins: inUnit('proxy/origin-policy'),
  refusals: inUnit('command-line/dev-host', 'proxy/doctor-request', 'service/delete-website'),
  records: inUnit('proxy/record-redaction'),
  answers: inUnit('proxy/visitor-data'),
  hosts: inUnit(
    ...['believed-place', 'functions', 'header-formats', 'header-sources', 'host-settings'].map(
      (name) => `proxy/hosts/${name}`,
    ),
  ),
  limits: inUnit('proxy/request-limit', 'proxy/request-limit-memory', 'service/network-rate-limiter'),
  callers: inUnit('service/authorization'),
  settings: inUnit('widget/settings'),
  terminal: inUnit('http/terminal'),
};

export interface GuardGroup {
  readonly name: string;
  readonly guards: readonly Guard[];
  /** Files without their lines. */
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

const found = findGuards();

/** What guards, by groups. `npm run lint` tells of a group without tests, and of tests without a group. */
export const groups: readonly GuardGroup[] = [...new Set(found.map(({ group }) => group))].map((name) => {
  const guards = found.filter(({ group }) => group === name);
  return { name, guards, files: [...new Set(guards.map(({ file }) => file))], tests: tests[name] ?? [] };
});

export const groupsWithTests: readonly string[] = Object.keys(tests);
