import { readFileSync, statSync } from 'node:fs';
import type { Variables } from '../../http/read-settings.ts';
import { SettingError } from '../../http/setting-error.ts';
import { closest } from '../../record/closest.ts';
import { writeHostUpstream } from '../../proxy/hosts/host-option.ts';

/**
 * Reads a JSON file of settings into environment variables. So file and environment share their meaning, checks and
 * errors.
 *
 * @param variables what the file may set.
 * @throws a SettingError if it cannot be read or has anything else in it.
 */
export function readConfiguration(path: string, variables: Variables): Readonly<Record<string, string>> {
  const names = Object.keys(variables);
  return Object.fromEntries(
    Object.entries(parseObject(path)).map(([name, value]) => {
      const variable = names.includes(name) ? variables[name] : undefined;
      if (variable === undefined)
        return refuse(path, `has ${JSON.stringify(name)}, which is not a setting`, adviceOn(name, names));
      return [variable, toText(path, name, value)];
    }),
  );
}

const readOrWrittenByOthers = 0o006;

/**
 * Warns if everybody on the machine can read a secret in the file, or change where it is sent. Access for a group is
 * fine. https://nodejs.org/docs/latest-v20.x/api/fs.html#file-mode-constants
 */
export function exposedSecrets(path: string, secrets: readonly string[]): string[] {
  const [secret] = secrets.filter((name) => Object.hasOwn(parseObject(path), name));
  const { mode, uid, gid } = statSync(path);
  // Windows has no such modes, and not these functions.
  const [user, groups] = [process.getuid?.(), process.getgroups?.() ?? []];
  if (secret === undefined || user === undefined || !(mode & readOrWrittenByOthers)) return [];
  const file = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
  // If the proxy reads it as one of the others, it must still be able to.
  const fix =
    user === 0 || user === uid || groups.includes(gid)
      ? `chmod o= ${file}`
      : `chgrp ${process.getgid?.()} ${file} && chmod 640 ${file}`;
  return [
    `The configuration file ${path} has ${secret} in it, and everybody on this machine can ` +
      `${mode & 0o002 ? 'change' : 'read'} it. Mend that with: ${fix}`,
  ];
}

function parseObject(path: string): object {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    refuse(path, 'cannot be read', 'check GEOLET_CONFIG, and who may read the file');
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Don't pass on the parser's message: it quotes the file and so the key.
    refuse(path, 'is not JSON', 'look for a missing quote, a comma too many, or a comment');
  }
  return refuse(path, 'is not a JSON object', 'write {"upstream": "https://geo.example"} and the like');
}

function toText(path: string, name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(' ');
  const host = name === 'upstream' ? writeHostUpstream(value) : undefined;
  if (host !== undefined) return host;
  return refuse(
    path,
    `has ${name}, which is neither text, number, true, false nor a list of texts`,
    'write it as the environment variable would have it',
  );
}

function refuse(path: string, problem: string, fix: string): never {
  throw new SettingError('GEOLET_CONFIG', `The proxy's configuration file ${path} ${problem}: ${fix}.`);
}

function adviceOn(name: string, names: readonly string[]): string {
  const meant = closest(name, names);
  return `${meant === undefined ? '' : `did you mean ${meant}? Or `}choose from ${names.join(', ')}`;
}
