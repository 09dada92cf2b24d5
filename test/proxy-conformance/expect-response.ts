import { expect } from 'vitest';
import type { Expectation, Pattern, Step } from './case.ts';
import { fillIn } from './scripted-service.ts';
import type { ReceivedResponse } from './send-request.ts';

/**
 * What holds for every response of every host: nothing in it is shared, leaks a key, or comes from the service unasked.
 */
const always: Readonly<Record<string, string | null>> = {
  'cache-control': 'private, no-cache',
  'cdn-cache-control': 'no-store',
  'surrogate-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'set-cookie': null,
  location: null,
  'www-authenticate': null,
};

export function expectResponse(
  { status, headers, text, head }: ReceivedResponse,
  { method }: Step,
  expected: Expectation,
  visitor: string,
): void {
  const fill = (value: string): string => fillIn(value, { visitor });
  expect([status, text].join(' ')).toMatch(new RegExp(`^${expected.status} `));
  expectNoKey(`${head} ${text}`);
  if (expected.byPlatform === true) return;
  for (const [name, pattern] of Object.entries({ ...always, ...expected.headers }))
    expectPattern(headers[name] ?? null, pattern, name);
  if (method === 'HEAD' || status === 204) {
    expect(text).toBe('');
    return;
  }
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  expectNoKey(JSON.stringify(body));
  if (status >= 400) {
    const description: unknown = expect.stringMatching(new RegExp(expected.description ?? '.'));
    expect(body).toEqual({ status, message: expect.stringMatching(/^[A-Z][A-Za-z ]+$/), description });
  }
  if (expected.record) expect(body).toEqual(JSON.parse(fill(JSON.stringify(expected.record))));
  if (expected.fieldNames) expect(Object.keys(body).toSorted()).toEqual([...expected.fieldNames].toSorted());
  for (const [name, value] of Object.entries(expected.fields ?? {}))
    expect(body[name] ?? null, name).toEqual(typeof value === 'string' ? fill(value) : value);
}

function expectNoKey(text: string): void {
  const decoded = text.replace(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  expect(`${text} ${decoded}`).not.toContain('canary');
}

export function expectPattern(value: string | null, pattern: Pattern, what: string): void {
  if (typeof pattern === 'object' && pattern !== null) expect(value ?? '', what).toMatch(new RegExp(pattern.matches));
  else expect(value, what).toBe(pattern);
}
