import { errorBody, type ErrorStatus, statusNames } from '../record/error-body.ts';
import {
  dataDateHeader,
  deleteWebsite,
  getVisitorData,
  visitorAddressHeader,
  visitorHeaders,
  visitorRefererHeader,
} from '../record/operations.ts';
import { errorSchema, recordSchema } from '../record/schema.ts';
import { deletionSchema, exampleRecord, healthSchema, readinessSchema } from './openapi-schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: object;
  readonly example?: string;
}

type Responses = Readonly<
  Record<string, { readonly description: string; readonly headers?: object; readonly content?: object }>
>;

/** The part of an OpenAPI operation that the reference page reads. */
export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  /** Empty for operations without a key. */
  readonly security?: readonly unknown[];
  readonly responses: Responses;
}

const everyHeader = ['x-request-id', 'cache-control', 'x-content-type-options'] as const;
const quota = ['ratelimit', 'ratelimit-policy'] as const;

const headers = {
  'x-request-id': text('Names the request in the log of the service: the X-Request-Id of the request, or a new one.'),
  'cache-control': text('private, no-store: an answer is about one visitor.'),
  'x-content-type-options': text('nosniff'),
  ratelimit: text('What is left of the limit and the seconds until it opens again: "key";r=5999;t=60'),
  'ratelimit-policy': text('The limit: "key";q=6000;w=60 for 6,000 requests in 60 seconds.'),
  link: text(
    'Links that the licences of the geo data ask for, where there are any: <https://db-ip.com>; rel="license"',
  ),
  [dataDateHeader]: text('The day on which the oldest geo data in use were built, where there are any: 2026-11-01'),
  allow: text('The methods that the path answers.'),
  'retry-after': text('Seconds to wait, at least 1.'),
  'www-authenticate': text('Bearer'),
  'content-security-policy': text('Nothing but the style sheet.'),
  'referrer-policy': text('no-referrer'),
} as const;

type HeaderName = keyof typeof headers;

/** When each error occurs, and its headers besides those of every response. */
const errors: Partial<Record<ErrorStatus, readonly [when: string, ...headers: HeaderName[]]>> = {
  400: [
    'No address in the headers, or a malformed one; a request body; a request that can be read in two ways.',
    ...quota,
  ],
  401: [
    'No key; one that is wrong, revoked, expired or without the right; a website of another account.',
    'www-authenticate',
    ...quota,
  ],
  404: ['There is no such path, or no website with this ID in any account.', ...quota],
  405: ['The path does not answer this method.', 'allow'],
  408: ['The request took too long to arrive.'],
  413: ['The request is too long.'],
  429: ['Too many requests with this key, or with unknown keys from this address.', 'retry-after', ...quota],
  431: ['The headers of the request are too long.'],
  500: ['An unexpected error. Only the log has its details.', ...quota],
  503: ["What the service needs for the request can't be used now.", 'retry-after', ...quota],
};

const visitor = {
  parameters: [
    header(visitorAddressHeader, "The visitor's IP address. Without it, the first address in X-Forwarded-For counts."),
    header('x-forwarded-for', 'Addresses, the visitor first. Read only without X-Visitor-IP.'),
    header(visitorRefererHeader, 'The page the visitor came from: fills `referer`.'),
    ...visitorHeaders.map((name) => header(name, "As in the visitor's own request.")),
  ],
};

const paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>> = {
  [getVisitorData.path]: {
    get: {
      operationId: 'getVisitorData',
      summary: getVisitorData.purpose,
      ...visitor,
      responses: {
        200: json(
          'The record. A field that is not known is absent.',
          'Record',
          exampleRecord,
          ...quota,
          'link',
          dataDateHeader,
        ),
        ...errorResponses(),
      },
    },
    head: {
      operationId: 'headVisitorData',
      summary: 'The same without a body',
      ...visitor,
      responses: {
        200: { description: 'There is a record.', headers: headersOf(...quota, 'link', dataDateHeader) },
        default: { description: 'As for GET.' },
      },
    },
  },
  [deleteWebsite.path.replace(':siteID', '{siteID}')]: {
    delete: {
      operationId: 'deleteWebsite',
      summary: deleteWebsite.purpose,
      parameters: [
        {
          name: 'siteID',
          in: 'path',
          required: true,
          schema: { type: 'string' },
          example: 'site-1',
          description: 'The ID of the website on the site-building platform.',
        },
      ],
      responses: {
        200: json(
          'The website was deleted from the account.',
          'Deletion',
          { status: 200, message: 'Success', description: 'The website was deleted from the account.' },
          ...quota,
        ),
        ...errorResponses(),
      },
    },
  },
  '/health': open('getHealth', 'How the service is', {
    200: json('It answers.', 'Health'),
    503: json('No request with a key is answered.', 'Health'),
  }),
  '/ready': open('getReadiness', 'Whether to send requests here', {
    200: json('Ready.', 'Readiness'),
    503: json('Not ready.', 'Readiness'),
  }),
  '/metrics': open('getMetrics', 'Figures for Prometheus', { 200: other('text/plain; version=0.0.4; charset=utf-8') }),
  '/openapi.json': open('getOpenApi', 'This description', {
    200: {
      description: 'OpenAPI 3.1.',
      headers: headersOf(),
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  }),
  '/reference': open('getReference', 'This description to read', {
    200: other('text/html; charset=utf-8', 'content-security-policy', 'referrer-policy'),
  }),
};

/** The description of the API, from the same tables as the responses. https://spec.openapis.org/oas/v3.1.1 */
export const openApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Visitor data',
    version: 'beta',
    summary: "What is known about a visitor's IP address and browser, and the deletion of a website.",
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  security: [{ key: [] }],
  paths,
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
    schemas: {
      Record: recordSchema,
      Deletion: deletionSchema,
      Error: errorSchema,
      Health: healthSchema,
      Readiness: readinessSchema,
    },
    headers,
  },
};

/** Operations for operators, which take no key. */
function open(
  operationId: string,
  summary: string,
  responses: OperationObject['responses'],
): Record<string, OperationObject> {
  return {
    get: {
      operationId,
      summary,
      security: [],
      responses: {
        ...responses,
        405: json(statusNames[405], 'Error', errorBody(405, 'This path answers GET, HEAD only.'), 'allow'),
      },
    },
  };
}

function text(description: string) {
  return { description, schema: { type: 'string' } };
}

function header(name: string, description: string) {
  return { name, in: 'header', required: false, schema: { type: 'string' }, description };
}

function headersOf(...names: readonly HeaderName[]) {
  return Object.fromEntries([...everyHeader, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function json(
  description: string,
  schema: 'Record' | 'Deletion' | 'Error' | 'Health' | 'Readiness',
  example?: unknown,
  ...names: readonly HeaderName[]
) {
  const content = { schema: { $ref: `#/components/schemas/${schema}` }, ...(example !== undefined && { example }) };
  return { description, headers: headersOf(...names), content: { 'application/json': content } };
}

function other(contentType: string, ...names: readonly HeaderName[]) {
  return {
    description: 'Text.',
    headers: headersOf(...names),
    content: { [contentType]: { schema: { type: 'string' } } },
  };
}

function errorResponses(): Responses {
  return Object.fromEntries(
    Object.entries(errors).map(([code, [when, ...names]]) => {
      const status = Number(code) as ErrorStatus;
      return [status, json(`${statusNames[status]}: ${when}`, 'Error', errorBody(status, when), ...names)];
    }),
  );
}
