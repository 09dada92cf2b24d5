import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listen } from '../support/loopback.ts';
import { type Answer, ask, type Ask } from './answers.ts';
import { consumers } from './packed.ts';

export type Place = 'before' | 'behind';

/** What a server is made of: a framework, the middleware of others, and where Geolet's stands. */
export interface Parts {
  readonly framework: string;
  readonly others: string;
  readonly place?: Place;
  readonly geolet?: unknown;
  readonly lines: string[];
  readonly upstream: string;
}

/** Reads a module of the servers' folder, which finds its packages there. */
export async function importServers(name: string): Promise<Readonly<Record<string, unknown>>> {
  return import(pathToFileURL(resolve(consumers, 'middleware', name)).href) as Promise<Record<string, unknown>>;
}

export interface Started {
  readonly url: string;
  readonly lines: readonly string[];
  stop(): void;
}

export async function startListening(server: Server, lines: readonly string[] = []): Promise<Started> {
  const url = await listen(server);
  return {
    url,
    lines,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A service that knows one visitor, and pages for a server that passes on what another has. */
export async function startUpstream(page: string): Promise<Started> {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== undefined)
      return response.end(JSON.stringify({ countryCode: 'FR', countryName: 'France', city: 'Lyon' }));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('x-upstream', '1');
    return response.end(page);
  });
  return startListening(server);
}

const original = '<p data-geo-text="{city}">you</p>';
const written = '<p data-geo-text="{city}">Lyon<template data-geolet-was>you</template></p>';
/** What CSS can read of the visitor. */
const attributes = / data-visitor-[a-z]+="[^"]*"/g;
const record = /<script type="application\/json" data-geo-record data-geo-edge>.*?<\/script>/g;

/** What a written page says of caches, and what is said of its bytes. */
const ofWrittenPages =
  /^(cache-control|cdn-cache-control|surrogate-control|etag|last-modified|accept-ranges|content-length|transfer-encoding|content-encoding)$/;

/** In what the answer of a server with Geolet differs from that of one without, but for what Geolet writes. */
export function differences(without: Answer, withGeolet: Answer, mustBeWritten: boolean): string[] {
  const found: string[] = [];
  const compare = (what: string, expected: unknown, actual: unknown) => {
    if (expected !== actual) found.push(`${what}: ${shorten(actual)} in place of ${shorten(expected)}`);
  };
  compare('status', without.status, withGeolet.status);
  compare('broken', without.isBroken, withGeolet.isBroken);
  const names = new Set([...Object.keys(without.headers), ...Object.keys(withGeolet.headers)]);
  for (const name of names) {
    if (mustBeWritten && ofWrittenPages.test(name)) continue;
    // Of a 304 it says nothing; compression had its turn before, or has it not at all.
    if (without.status === 304 && /^(vary|content-.*)$/.test(name)) continue;
    compare(name, without.headers[name], withGeolet.headers[name]);
  }
  if (!mustBeWritten) {
    compare('body', without.body, withGeolet.body);
    return found;
  }
  compare('cache-control', 'private, no-cache', withGeolet.headers['cache-control']);
  for (const name of ['etag', 'last-modified', 'accept-ranges']) compare(name, undefined, withGeolet.headers[name]);
  compare('records', without.body === '' ? 0 : 1, withGeolet.body.match(record)?.length ?? 0);
  compare('body', without.body.replace(original, written), withGeolet.body.replace(record, '').replace(attributes, ''));
  return found;
}

function shorten(value: unknown): string {
  const text = String(value);
  return text.length > 120 ? `${text.slice(0, 120)}… (${text.length})` : text;
}

export { ask, type Ask, type Answer };
