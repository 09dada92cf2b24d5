/**
 * A setting that can't be used. Another start would end the same way: the owner must change it first. A TypeError, since
 * options of functions are settings, too.
 */
export class SettingError extends TypeError {
  /** The name of the environment variable. */
  readonly setting: string;

  constructor(setting: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.setting = setting;
  }
}

/**
 * @returns the setting that is to blame. By what the error has, and not by its class: proxy and service are packages,
 *   each with a class of its own.
 */
export function settingOf(error: unknown): string | undefined {
  return error instanceof Error && 'setting' in error && typeof error.setting === 'string' ? error.setting : undefined;
}

/** `EX_CONFIG` of sysexits.h. With `RestartPreventExitStatus=78` systemd does not try again. */
const configurationExit = 78;

/** How a program ends that can't start. With 1 another start may go well: once the port is free, or the database is there. */
export function exitCodeFor(error: unknown): number {
  return settingOf(error) === undefined ? 1 : configurationExit;
}
