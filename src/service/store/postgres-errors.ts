import { DatabaseError } from 'pg';

/** What an error of PostgreSQL or its driver means for requests, and what the operator can do about it. */
export interface Diagnosis {
  readonly remedy: string;
  /** `statement`: other statements may still work. `database`: nothing works. */
  readonly concerns: 'statement' | 'database';
}

const outOfReach = 'Check that PostgreSQL runs and can be reached. The service then continues by itself.';

/**
 * By classes and codes; the first match counts. Other errors come from our own statements, such as a syntax error, and
 * an operator can't help. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const diagnoses: ReadonlyArray<readonly [codes: RegExp, diagnosis: Diagnosis]> = [
  [
    /^28/,
    {
      concerns: 'database',
      remedy: 'PostgreSQL refuses the login. Check user and password in DATABASE_URL, and pg_hba.conf.',
    },
  ],
  [
    /^3D000/,
    {
      concerns: 'database',
      remedy: 'The database in DATABASE_URL does not exist. Restore it. The service then continues by itself.',
    },
  ],
  [
    /^55000/,
    {
      concerns: 'database',
      remedy:
        'The database in DATABASE_URL takes no connections, as while it is restored. ' +
        'Allow them (ALTER DATABASE … ALLOW_CONNECTIONS true). The service then continues by itself.',
    },
  ],
  [
    /^(42P01|3F000|42703|42704|42883)/,
    {
      concerns: 'statement',
      remedy:
        "Geolet's tables are missing or older than this program. " +
        'Restore the back-up, or run any command with this DATABASE_URL, such as "account list", ' +
        'which makes them. The service then continues by itself.',
    },
  ],
  [
    /^42501/,
    {
      concerns: 'statement',
      remedy: 'The user in DATABASE_URL lacks a right. Grant it what it needs in the schema geolet.',
    },
  ],
  [
    /^25006/,
    {
      concerns: 'statement',
      remedy:
        'The database only lets itself be read, as a standby does. Point DATABASE_URL at the one that can be written.',
    },
  ],
  [
    /^53100/,
    {
      concerns: 'statement',
      remedy: 'The disk of PostgreSQL is full. Make room. The service then continues by itself.',
    },
  ],
  [
    /^53300/,
    {
      concerns: 'database',
      remedy: 'PostgreSQL has no connection left. Each copy wants up to 10: raise max_connections, or end others.',
    },
  ],
  [
    /^(57014|55P03|55006|40)/,
    {
      concerns: 'statement',
      remedy: 'A statement waited for too long, most often for a lock. pg_stat_activity shows who holds it.',
    },
  ],
  [/^(53|58|XX|F0)/, { concerns: 'statement', remedy: 'PostgreSQL has an internal problem. See its log.' }],
  [/^(08|57)/, { concerns: 'database', remedy: outOfReach }],
];

/** @returns undefined for an error in our own code. */
export function diagnose(error: unknown): Diagnosis | undefined {
  if (error instanceof DatabaseError) return diagnoses.find(([codes]) => codes.test(error.code ?? ''))?.[1];
  // All others are the driver's: no connection, a broken connection, or no reply. TypeError and RangeError are our own
  // mistakes.
  if (error instanceof TypeError || error instanceof RangeError) return undefined;
  return { concerns: isSilence(error) ? 'statement' : 'database', remedy: outOfReach };
}

/**
 * The driver gave up waiting for a statement; its connection still works. https://node-postgres.com/apis/client
 * (query_timeout)
 */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
