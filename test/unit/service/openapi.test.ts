import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../src/service/openapi.ts';
import { createApiKey } from '../../../src/service/store/api-key.ts';
import { parseAnswer, startService } from './running-service.ts';

const read = '/beta/api/get-visitor-data';
const remove = '/beta/api/delete-website/{siteID}';
const visitor = { 'x-visitor-ip': '212.27.48.10' };

const ajv = new Ajv2020({ strict: true, allErrors: true });
// Words of OpenAPI that validate nothing.
ajv.addVocabulary(['components', 'example']);
ajv.addSchema({ $id: 'openapi', components: openApiDocument.components });

interface Described {
  readonly headers?: Record<string, unknown>;
  readonly content?: Record<string, { readonly schema: { readonly $ref?: string } }>;
}

/** Throws unless the document describes exactly such an answer. */
async function expectDescribed(response: Response, path: string, method = 'get') {
  const described = openApiDocument.paths[path]?.[method]?.responses[response.status] as Described | undefined;
  expect(described, `${method} ${path} ${response.status}`).toBeDefined();
  // Of the connection rather than of the answer.
  const ofTheWire = ['date', 'connection', 'keep-alive', 'content-length', 'content-type'];
  const names = [...response.headers.keys()].filter((name) => !ofTheWire.includes(name));
  expect(Object.keys(described?.headers ?? {})).toEqual(expect.arrayContaining(names));
  const [contentType = ''] = Object.keys(described?.content ?? {});
  expect(response.headers.get('content-type')).toBe(contentType);
  const reference = described?.content?.[contentType]?.schema.$ref;
  if (reference === undefined) return;
  const validate = ajv.compile({ $ref: `openapi${reference}` });
  validate(await response.json());
  expect(validate.errors ?? []).toEqual([]);
}

describe('every answer is as the document says', () => {
  it('with success', async () => {
    const { request } = await startService();
    await expectDescribed(await request(read, { headers: visitor }), read);
    await expectDescribed(await request(read, { headers: { 'x-visitor-ip': '192.168.1.1' } }), read);
    await expectDescribed(await request('/beta/api/delete-website/site-1', { method: 'DELETE' }), remove, 'delete');
    for (const path of ['/health', '/ready', '/metrics', '/openapi.json', '/reference'])
      await expectDescribed(await request(path), path);
  });

  it.each([
    [400, read, {}],
    [401, read, { ...visitor, authorization: 'Bearer x' }],
    [405, read, { method: 'POST' }],
  ])('with %i on %s', async (status, path, { method = 'GET', ...headers }: Record<string, string>) => {
    const { request } = await startService();
    const response = await request(path, { method, headers });
    expect(response.status).toBe(status);
    await expectDescribed(response, path);
  });

  it('with every error of a deletion', async () => {
    const { request, service, url } = await startService({
      keyLimit: { requests: 3, seconds: 60 },
      failedKeyLimit: { requests: 1, seconds: 60 },
    });
    await service.store.addSite(await service.store.createAccount('other'), 'theirs');
    const statuses: number[] = [];
    const ask = async (siteID: string, method = 'DELETE', headers: Record<string, string> = {}) => {
      const response = await request(remove.replace('{siteID}', siteID), { method, headers });
      statuses.push(response.status);
      await expectDescribed(response, remove, 'delete');
    };
    await ask('theirs');
    await ask('none');
    await ask('site-1', 'PATCH');
    await ask('site-1');
    await ask('site-1');
    for (let time = 0; time < 2; time++) await ask('site-1', 'DELETE', { authorization: `Bearer ${createApiKey()}` });
    expect(statuses).toEqual([401, 404, 405, 200, 429, 401, 429]);
    await expectDescribed(await fetch(`${url}${read}`, { headers: visitor }), read);
  });

  it.each([
    [400, 'hello\r\n\r\n'],
    [431, `GET ${read} HTTP/1.1\r\nHost: a\r\nX-Filler: ${'a'.repeat(20_000)}\r\n\r\n`],
    [400, `GET ${read} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`],
    [408, `GET ${read} HTTP/1.1\r\nHost: a\r\n`],
  ])('with %i for what is no request', async (expected, bytes) => {
    const limits = expected === 408 ? { headersMs: 50, requestMs: 50, keepAliveMs: 50 } : {};
    const { exchange } = await startService({}, limits);
    const { status, headers, body } = parseAnswer(await exchange(bytes));
    expect(status).toBe(expected);
    await expectDescribed(new Response(JSON.stringify(body), { status, headers }), read);
  });
});

describe('the document', () => {
  it('has examples that its own schemas accept', () => {
    const examples = JSON.stringify(openApiDocument, (_key, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'example' in value && 'schema' in value) {
        const { $ref } = value.schema as { $ref?: string };
        if ($ref !== undefined)
          expect(ajv.validate({ $ref: `openapi${$ref}` }, value.example), JSON.stringify(value)).toBe(true);
      }
      return value;
    });
    expect(examples.match(/"example":/g)?.length).toBeGreaterThan(20);
  });

  it('refuses a record with a field that the table does not have', () => {
    const validate = ajv.compile({ $ref: 'openapi#/components/schemas/Record' });
    expect(validate({ city: 'Lyon' })).toBe(true);
    expect(validate({ town: 'Lyon' })).toBe(false);
    expect(validate({ callingCode: '33' })).toBe(false);
  });

  it('has an ID for each operation, and each once', () => {
    const operations = Object.values(openApiDocument.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('points only at what it has', () => {
    const pointers = JSON.stringify(openApiDocument).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g);
    for (const [, name = '', part = ''] of pointers) expect(openApiDocument.components).toHaveProperty([name, part]);
  });
});

describe('GET /reference', () => {
  it('shows every operation and field, loads nothing from elsewhere and runs nothing', async () => {
    const { request } = await startService();
    const response = await request('/reference');
    const page = await response.text();
    for (const path of Object.keys(openApiDocument.paths)) expect(page).toContain(`<code>${path}</code>`);
    for (const name of Object.keys(openApiDocument.components.schemas.Record.properties))
      expect(page).toContain(`<td><code>${name}</code></td>`);
    expect(page).toContain('fills <code>referer</code>.');
    expect(page).not.toMatch(/<script|style=|\son\w+=|src=|`/);
    expect([...page.matchAll(/href="([^#"]+)"/g)].map(([, address]) => address)).toEqual([
      '/reference.css',
      '/openapi.json',
    ]);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
    const style = await request('/reference.css');
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await style.text()).not.toMatch(/url\(|@import/);
  });

  it('has examples that run', async () => {
    const { request } = await startService();
    const page = (await (await request('/reference')).text()).replaceAll('&#34;', '"');
    const examples = [...page.matchAll(/<pre tabindex="0"><code>(curl .*?)<\/code>/g)];
    expect(examples).toHaveLength(8);
    for (const [, command = ''] of examples) await expectToRun(command, request);
  });
});

it('docs/service.md has examples that run', async () => {
  const { request } = await startService();
  const text = readFileSync(new URL('../../../docs/service.md', import.meta.url), 'utf8').replaceAll('\\\n', ' ');
  const examples = [...text.matchAll(/^curl .*$/gm)];
  expect(examples.length).toBeGreaterThanOrEqual(3);
  for (const [command] of examples) await expectToRun(command, request);
});

/** Does what `curl` would, with the test's own service and key. */
async function expectToRun(command: string, request: (path: string, init: RequestInit) => Promise<Response>) {
  const method = /-X (\w+)/.exec(command)?.[1] ?? (command.includes('--head') ? 'HEAD' : 'GET');
  const path = /(?:\$BASE|http:\/\/[\d.:]+)([^\s"']*)/.exec(command)?.[1] ?? '';
  const headers = [...command.matchAll(/-H (['"])(.*?): (.*?)\1(?= |$)/g)].flatMap(
    ([, , name = '', value = '']): [string, string][] => (name === 'Authorization' ? [] : [[name, value]]),
  );
  const { status } = await request(path, { method, headers });
  expect([command, status]).toEqual([command, 200]);
}
