import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { diagnose } from '../../../src/service/store/postgres-errors.ts';

function databaseError(code: string): DatabaseError {
  const error = new DatabaseError('said by PostgreSQL', 0, 'error');
  error.code = code;
  return error;
}

it.each([
  ['a refused login', '28000', /DATABASE_URL/],
  ['a wrong password', '28P01', /password/],
  ['a database that is gone', '3D000', /does not exist/],
  ['tables that are gone', '42P01', /tables are missing/],
  ['a schema that is gone', '3F000', /tables are missing/],
  ['a column that is not there yet', '42703', /older/],
  ['a missing right', '42501', /right/],
  ['a standby', '25006', /standby/],
  ['a database that takes no connections', '55000', /ALLOW_CONNECTIONS/],
  ['a full disk', '53100', /disk/],
  ['no memory', '53200', /log/],
  ['no connection left', '53300', /max_connections/],
  ['a statement that took too long', '57014', /lock/],
  ['a lock that was not had', '55P03', /lock/],
  ['a deadlock', '40P01', /lock/],
  ['a shutdown', '57P01', /reached/],
  ['a crash', '57P02', /reached/],
  ['a start', '57P03', /reached/],
  ['a broken connection', '08006', /reached/],
  ['a disk that fails', '58030', /log/],
  ['damaged data', 'XX001', /log/],
  ['wrong configuration', 'F0000', /log/],
])('%s (%s) is an outage that an operator can end', (_what, code, remedy) => {
  expect(diagnose(databaseError(code))?.remedy).toMatch(remedy);
});

it.each(['42601', '22P02', '23505', '23503', '42804', '0A000'])('%s is a fault of ours', (code) => {
  expect(diagnose(databaseError(code))).toBeUndefined();
});

it('what the driver says is about the connection, and what the program does wrong is a fault of ours', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(diagnose(refused)).toMatchObject({ concerns: 'database' });
  expect(diagnose(new Error('Connection terminated unexpectedly'))).toMatchObject({ concerns: 'database' });
  expect(diagnose(new Error('Query read timeout'))).toMatchObject({ concerns: 'statement' });
  expect(diagnose(new TypeError('x is not a function'))).toBeUndefined();
});
