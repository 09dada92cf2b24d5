import { readdirSync, readFileSync } from 'node:fs';

/** Settings of the proxy, named as in its configuration file. */
export type Settings = Readonly<Record<string, unknown>>;

/** One promise of the proxy, which holds on every host. README.md beside this file describes the rows. */
export interface Case {
  /** The name of its file. */
  readonly subject: string;
  readonly promise: string;
  readonly settings: Settings;
  readonly steps: readonly Step[];
}

export interface Step {
  /** The visitor's address. With `null` there is no server in front, and the connection comes from 127.0.0.1. */
  readonly from: string | null;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** How many times this request is sent, one after the other. */
  readonly times: number;
  /** How many visitors send this request at the same time, from `from` upwards. */
  readonly visitors: number;
  /** What the service does with the first, second … request. The last one holds for all further requests. */
  readonly service: readonly ServiceScript[];
  readonly expect: Expectation;
  /** What hosts do that cannot keep the promise, by their name. */
  readonly exceptions: Readonly<Record<string, { readonly because: string; readonly expect: Expectation }>>;
}

/** A response of the service, or a fault in its place. By default a whole record of the visitor. */
export interface ServiceScript {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly record?: Readonly<Record<string, unknown>>;
  readonly body?: string;
  readonly delayMs?: number;
  /** Responses wait until so many requests have come. Then the last one is the first to be served. */
  readonly holdUntil?: number;
  readonly fault?: 'no response' | 'stops in the body' | 'closes the connection' | 'sends without end';
}

/** Text that must be equal, text that must match, or nothing at all. */
export type Pattern = string | null | { readonly matches: string };

export interface Expectation {
  readonly status: number;
  readonly headers?: Readonly<Record<string, Pattern>>;
  /** The whole body. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** Some fields of the body; `null` is a field that must not be there. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** All fields of the body. */
  readonly fieldNames?: readonly string[];
  /** A regular expression for the description of an error. */
  readonly description?: string;
  /** A regular expression for what the proxy logs. */
  readonly logged?: string;
  /** Whether the platform responds, and not the proxy: nothing else can be promised of the response then. */
  readonly byPlatform?: boolean;
  /** The headers of each request that reached the service. */
  readonly asked?: readonly Readonly<Record<string, Pattern>>[];
}

/** Behind a server that says so. In Lyon, and public. */
const visitor = '81.2.69.142';

const defaults: Omit<Step, 'expect' | 'service'> = {
  from: visitor,
  method: 'GET',
  path: '/geo',
  headers: {},
  body: '',
  times: 1,
  visitors: 1,
  exceptions: {},
};

const stepMembers = [...Object.keys(defaults), 'service', 'expect'];
const scriptMembers = ['status', 'headers', 'record', 'body', 'delayMs', 'holdUntil', 'fault'];
const expectationMembers = [
  'status',
  'headers',
  'record',
  'fields',
  'fieldNames',
  'description',
  'logged',
  'byPlatform',
  'asked',
];

/** A step as it is written: what is left out is usual. */
type WrittenStep = Partial<Omit<Step, 'service'>> & { readonly service?: ServiceScript | readonly ServiceScript[] };

type WrittenCase = WrittenStep & {
  readonly promise?: string;
  readonly settings?: Settings;
  readonly steps?: readonly WrittenStep[];
};

/** All rows. A misspelt member is an error: otherwise its row would pass without its check. */
export function readCases(): readonly Case[] {
  const folder = new URL('cases/', import.meta.url);
  return readdirSync(folder).flatMap((name) => {
    const rows = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as readonly WrittenCase[];
    return rows.map((row) => readCase(name.replace('.json', ''), row));
  });
}

function readCase(subject: string, { promise, settings = {}, steps, ...only }: WrittenCase): Case {
  if (promise === undefined) throw new Error(`A row has no promise: ${JSON.stringify(only)}`);
  if (steps !== undefined) check(promise, only, []);
  return { subject, promise, settings, steps: (steps ?? [only]).map((step) => readStep(promise, step)) };
}

function readStep(promise: string, written: WrittenStep): Step {
  check(promise, written, stepMembers);
  const { expect, service = {}, ...rest } = written;
  if (expect === undefined) throw new Error(`${promise}: nothing is expected`);
  const step = { ...defaults, ...rest, service: [service].flat(), expect };
  for (const script of step.service) check(promise, script, scriptMembers);
  for (const expectation of [expect, ...Object.values(step.exceptions).map((exception) => exception.expect)])
    check(promise, expectation, expectationMembers);
  return step;
}

function check(promise: string, row: object, members: readonly string[]): void {
  const unknown = Object.keys(row).filter((name) => !members.includes(name));
  if (unknown.length > 0) throw new Error(`${promise}: unknown ${unknown.join(', ')}`);
}
