import { fieldNames, fields } from '../record/fields.ts';
import { dataKinds } from './geo/data-files.ts';

/** The examples of the field table, as one record. */
export const exampleRecord = Object.fromEntries(fieldNames.map((name) => [name, fields[name].example]));

const state = { type: 'string', enum: ['ok', 'failing'] };
const storeState = {
  type: 'string',
  enum: ['ok', 'read-only', 'failing'],
  description: 'Read-only: nothing can be changed, as on a full disk.',
} as const;

const dataInUse = {
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'name', 'builtAt', 'failedLookups', 'bytes', 'ageDays'],
  properties: {
    kind: { type: 'string', enum: [...dataKinds] },
    name: { type: 'string', description: 'What the data call themselves.' },
    builtAt: { type: 'string', description: 'When they were built, as date and time in UTC.' },
    setting: { type: 'string', description: 'The setting that names the file, where the operator chose it.' },
    failedLookups: {
      type: 'integer',
      description: 'Lookups that met a place in the file that is corrupt, or could not be read.',
    },
    bytes: { type: 'integer', description: 'The size of the file.' },
    ageDays: { type: 'integer' },
  },
};

export const healthSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'store', 'limits', 'data'],
  properties: {
    status: {
      type: 'string',
      enum: ['ok', 'degraded', 'failing'],
      description: 'Degraded without city data, while a file is corrupt, or while nothing can be deleted.',
    },
    store: storeState,
    limits: state,
    data: { type: 'array', items: dataInUse },
  },
};

export const readinessSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'store', 'limits', 'descriptors', 'isStopping'],
  properties: {
    status: { type: 'string', enum: ['ready', 'not ready'] },
    store: storeState,
    limits: state,
    descriptors: { ...state, description: 'Whether connections and files can be opened.' },
    isStopping: { type: 'boolean', description: 'Asked to stop: finishes what it has and wants no more.' },
    dataAgeDays: { type: 'integer', description: 'Days since the oldest data in use were built.' },
  },
};

export const deletionSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'message', 'description'],
  properties: { status: { const: 200 }, message: { const: 'Success' }, description: { type: 'string' } },
};
