import { statusNames } from './error-body.ts';
import { fieldNames, fields } from './fields.ts';

/** JSON Schema of the record, as OpenAPI 3.1 embeds it. No property is required: any may be absent. */
export const recordSchema = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    fieldNames.map((name) => {
      const { type, meaning, absent, example } = fields[name];
      return [name, { type, description: `${meaning}. Absent when ${absent}.`, examples: [example] }];
    }),
  ),
} as const;

/** JSON Schema of the error body. */
export const errorSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'message', 'description'],
  properties: {
    status: { type: 'integer', enum: Object.keys(statusNames).map(Number) },
    message: { type: 'string', enum: Object.values(statusNames) },
    description: { type: 'string' },
  },
} as const;
