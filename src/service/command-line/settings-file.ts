import { existsSync, readFileSync } from 'node:fs';
import type { Environment } from '../../http/read-settings.ts';
import { OperatorError } from '../operator-error.ts';

/** Where the unit of systemd has its settings. */
export const unitSettings = '/etc/geolet/service.env';

/**
 * Reads a file of settings as systemd does (`EnvironmentFile=`), so that a command has the same as the service: lines of
 * NAME=value, where quotes may stand around the value.
 *
 * @throws OperatorError for a file that can't be read, and for a line that can't.
 */
export function readSettingsFile(path: string): Environment {
  return Object.fromEntries(
    textOf(path)
      .split('\n')
      .flatMap((line, index) => {
        const text = line.trim();
        if (text === '' || /^[#;]/.test(text)) return [];
        const at = text.indexOf('=');
        const name = text.slice(0, at);
        // Without the line, which may hold a password.
        if (at < 0 || !/^[A-Za-z_]\w*$/.test(name))
          throw new OperatorError(`${path}, line ${index + 1}: this is not NAME=value`);
        return [[name, withoutQuotes(text.slice(at + 1).trim())]];
      }),
  );
}

/** A line for who uses the embedded store beside a unit whose settings may name another. */
export function unreadUnitSettings(wasNamed: boolean): string | undefined {
  if (wasNamed || !existsSync(unitSettings)) return undefined;
  return `The settings of the service in ${unitSettings} were not read. To use its store: --settings ${unitSettings}`;
}

function withoutQuotes(value: string): string {
  const [, quote, text] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (text === undefined) return value;
  return quote === '"' ? text.replace(/\\(["\\$`])/g, '$1') : text;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`--settings: ${path} can't be read (${reason})`, { cause });
  }
}
