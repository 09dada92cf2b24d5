import { fileURLToPath } from 'node:url';
import type { ProxyOptions } from '../options.ts';
import { environmentName } from '../refuse-option.ts';
import { widgetFilesIn } from './files.ts';

export interface NodeSettings {
  readonly proxy: ProxyOptions;
  readonly host: string;
  readonly port: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of the stand-alone proxy. A variable that is empty counts as not set; lists are split at commas and blanks. */
export function readEnvironment(environment: Environment): NodeSettings {
  const text = (option: string): string | undefined => environment[environmentName(option)]?.trim() || undefined;
  const list = (option: string): string[] | undefined => text(option)?.split(/[\s,]+/).filter(Boolean);
  const number = (option: string): number | undefined => toNumber(text(option));
  const proxy: ProxyOptions = {
    upstream: text('upstream') ?? '',
    // Not trimmed: a line end in a key is a mistake worth telling.
    key: environment[environmentName('key')] ?? '',
    secondKey: environment[environmentName('secondKey')] || undefined,
    path: text('path'),
    trust: readTrust(text('trust'), list('trust')),
    trustHeader: text('trustHeader'),
    origins: list('origins'),
    expose: list('expose'),
    withhold: list('withhold'),
    timeoutMs: number('timeoutMs'),
    maxBodyBytes: number('maxBodyBytes'),
    limit: number('limit'),
    dailyBudget: number('dailyBudget'),
    cacheSeconds: number('cacheSeconds'),
    staleSeconds: number('staleSeconds'),
    cacheEntries: number('cacheEntries'),
    cacheBytes: number('cacheBytes'),
    files: widgetFilesIn(text('files') ?? builtFiles),
  };
  return { proxy, host: environment['HOST'] || '127.0.0.1', port: readPort(environment['PORT'] || '8787') };
}

const builtFiles = fileURLToPath(new URL('../../../dist', import.meta.url));

function readTrust(text: string | undefined, list: string[] | undefined): ProxyOptions['trust'] {
  if (text === undefined || text === 'none') return text;
  return /^-?\d+$/.test(text) ? Number(text) : list;
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new TypeError(`PORT is ${JSON.stringify(text)}: give a number from 0 (any free port) to 65535.`);
}
