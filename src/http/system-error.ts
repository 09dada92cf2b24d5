/**
 * Whether an error comes from the system: no rights, a full disk, a missing folder. Its message says so, and who gave the
 * command can do something about it; a stack says nothing more.
 */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
