/**
 * A problem that the operator can solve: a setting, a file, an argument. The command line prints its message without a
 * stack.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
