import { statusNames } from '../record/error-body.ts';
import { deleteWebsite, getVisitorData, visitorAddressHeader, visitorHeaders, visitorRefererHeader } from '../record/operations.ts';
import { errorSchema, recordSchema } from '../record/schema.ts';

/** The description of the interface, from the same tables that the answers are made of. https://spec.openapis.org/oas/v3.1.1 */
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
  paths: {
    [getVisitorData.path]: {
      get: {
        operationId: 'getVisitorData',
        summary: getVisitorData.purpose,
        parameters: [
          header(visitorAddressHeader, "The visitor's IP address. Without it, the first address in X-Forwarded-For counts."),
          header('x-forwarded-for', 'Addresses, the visitor first. Read only without X-Visitor-IP.'),
          header(visitorRefererHeader, 'The page the visitor came from: fills `referer`.'),
          ...visitorHeaders.map((name) => header(name, "As in the visitor's own request.")),
        ],
        responses: { 200: success('The record. A field that is not known is absent.', recordSchema), ...errors(400, 401, 404, 405, 429, 500) },
      },
    },
    [deleteWebsite.path.replace(':siteID', '{siteID}')]: {
      delete: {
        operationId: 'deleteWebsite',
        summary: deleteWebsite.purpose,
        parameters: [
          { name: 'siteID', in: 'path', required: true, schema: { type: 'string' }, description: 'The ID of the website on the site-building platform.' },
        ],
        responses: { 200: success('The website was deleted from the account.', deletionSchema()), ...errors(400, 401, 404, 405, 429, 500) },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
    schemas: { Error: errorSchema },
  },
};

function header(name: string, description: string) {
  return { name, in: 'header', required: false, schema: { type: 'string' }, description };
}

function success(description: string, schema: object) {
  return { description, content: { 'application/json': { schema } } };
}

function errors(...statuses: (keyof typeof statusNames)[]) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(statuses.map((status) => [status, { description: statusNames[status], content }]));
}

function deletionSchema() {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['status', 'message', 'description'],
    properties: { status: { const: 200 }, message: { const: 'Success' }, description: { type: 'string' } },
  };
}
