import { LibsqlError } from '@libsql/client';

/**
 * By result codes; the first match counts. Other errors come from our own statements, and an operator can't help.
 * https://www.sqlite.org/rescode.html
 */
const remedies: ReadonlyArray<readonly [codes: RegExp, remedy: string]> = [
  [/^SQLITE_FULL/, 'The disk is full. Make room. The service then continues by itself.'],
  [
    /^SQLITE_IOERR/,
    "The disk is full or refuses. Make room, or see the system's log. The service then continues by itself.",
  ],
  [
    /^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/,
    'See that DATA_DIR is there and that the user of this program may write into it.',
  ],
  [/^SQLITE_(BUSY|LOCKED)/, 'Another program keeps service.db locked. End it. The service then continues by itself.'],
  [/^SQLITE_NOMEM/, 'There is no memory left.'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'service.db is damaged. Stop the service, restore the back-up, and start it again.'],
  [
    /^SQLITE_ERROR: no such (table|column)/,
    'service.db was replaced or emptied. Stop the service, restore the back-up, and start it again.',
  ],
];

/** What the operator can do. @returns undefined for an error in our own code. */
export function remedyFor(error: unknown): string | undefined {
  if (!(error instanceof LibsqlError)) return undefined;
  return remedies.find(([codes]) => codes.test(error.message) || codes.test(error.code))?.[1];
}
