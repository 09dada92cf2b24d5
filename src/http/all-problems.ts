import { settingOf } from './setting-error.ts';

/** Settings by the names of their variables. Undefined: as if it was not set. */
export type Replaced = Readonly<Record<string, string | undefined>>;

export interface AllProblems<Value> {
  readonly problems: readonly unknown[];
  /** Undefined after a problem that hides what comes after it. */
  readonly value: Value | undefined;
}

/**
 * Finds every wrong setting at once, so that the owner need not start the program as often as there are: what is refused
 * is replaced for the next try.
 *
 * @param standIns values for settings that can't be left out, or whose absence is the next problem.
 */
export async function findAllProblems<Value>(
  open: (replaced: Replaced) => Value | Promise<Value>,
  standIns: Replaced = {},
): Promise<AllProblems<Value>> {
  const problems: unknown[] = [];
  const replaced = new Map<string, string | undefined>();
  for (;;) {
    try {
      return { problems, value: await open(Object.fromEntries(replaced)) };
    } catch (error) {
      const setting = settingOf(error);
      if (setting !== undefined && replaced.has(setting)) return { problems, value: undefined };
      problems.push(error);
      // Nothing is known of the settings in a file that can't be read.
      if (setting === undefined || setting === 'GEOLET_CONFIG') return { problems, value: undefined };
      replaced.set(setting, standIns[setting]);
    }
  }
}
