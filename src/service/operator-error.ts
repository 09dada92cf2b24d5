interface OperatorErrorOptions extends ErrorOptions {
  /** The setting that must be changed before another start can go well. */
  readonly setting?: string | undefined;
}

/**
 * A problem that the operator can solve: a setting, a file, an argument. The command line prints its message without a
 * stack.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly setting: string | undefined;

  constructor(message: string, { setting, ...options }: OperatorErrorOptions = {}) {
    super(message, options);
    this.setting = setting;
  }
}
