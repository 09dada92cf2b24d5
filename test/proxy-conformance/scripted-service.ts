import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http';
import { fieldNames, fields } from '../../src/record/fields.ts';
import { listen } from '../support/loopback.ts';
import type { ServiceScript } from './case.ts';

/** Look like keys and stand nowhere else, so that finding one anywhere is a leak. */
export const keys = { key: 'glt_canary_7f3a9c51d2', secondKey: 'glt_canary_new_81c0' } as const;

/** Puts what stands for values of a request into a text: `{visitor}`, `{key}`, `{authorization}` and the like. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([a-z]+)\}/gi, (braces, name: string) => values[name] ?? braces);
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** A visitor-data service whose behaviour a test sets. It is a real server, which keeps what it is asked. */
export interface ScriptedService {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** From now on it does this with its next requests. */
  follow(scripts: readonly ServiceScript[]): void;
  close(): Promise<void>;
}

export async function startScriptedService(): Promise<ScriptedService> {
  const received: ReceivedRequest[] = [];
  let scripts: readonly ServiceScript[] = [{}];
  let held: (() => void)[] = [];
  const listener: RequestListener = (request, response) => {
    const script = (scripts.length > 1 ? scripts[0] : scripts.at(-1)) ?? {};
    if (scripts.length > 1) scripts = scripts.slice(1);
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
    held.push(() => setTimeout(() => respond(request, response, script), script.delayMs ?? 0));
    if (held.length < (script.holdUntil ?? 1)) return;
    for (const serve of held.toReversed()) serve();
    held = [];
  };
  const server = createServer(listener);
  return {
    url: await listen(server),
    received,
    follow(next) {
      scripts = next;
      held = [];
      received.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Every field of the contract, and a city that nobody but this visitor has. */
const wholeRecord = {
  ...Object.fromEntries(fieldNames.map((name) => [name, fields[name].example])),
  city: 'City of {visitor}',
  IP: '{visitor}',
};

function respond(request: IncomingMessage, response: ServerResponse, script: ServiceScript): void {
  const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
  const values = {
    visitor: String(request.headers['x-visitor-ip']),
    authorization: request.headers.authorization ?? '',
    key,
    escapedKey: key.replace(/./g, (character) => String.raw`\u00${hexadecimal(character)}`),
    deep: '['.repeat(10_000) + ']'.repeat(10_000),
    deepKey: `${'['.repeat(10_000)}"${key}"${']'.repeat(10_000)}`,
    encodedKey: key.replace(/[^a-z\d]/gi, (character) => `%${hexadecimal(character).toUpperCase()}`),
  };
  const body = fillIn(script.body ?? JSON.stringify(script.record ?? wholeRecord), values);
  const headers = Object.entries(script.headers ?? {}).map(([name, value]) => [name, fillIn(value, values)] as const);
  if (script.fault === 'closes the connection') request.socket.destroy();
  if (script.fault === 'closes the connection' || script.fault === 'no response') return;
  response.writeHead(script.status ?? 200, {
    'content-type': 'application/json',
    ...Object.fromEntries(headers),
  });
  if (script.fault === 'sends without end') pour(response);
  else if (script.fault === 'stops in the body') response.write(body.slice(0, 9));
  else response.end(body);
}

function hexadecimal(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}

function pour(response: ServerResponse): void {
  response.once('drain', () => pour(response));
  while (!response.destroyed && response.write(' '.repeat(65_536)));
}
