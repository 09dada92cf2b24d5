import { findAllProblems } from '../../http/all-problems.ts';
import { checkPort } from '../../http/port-check.ts';
import { exitCodeFor, SettingError, settingOf } from '../../http/setting-error.ts';
import { print, printable, printError } from '../../http/terminal.ts';
import type { OpenProgram, Program } from './open-program.ts';
import { checkRatesFolder } from '../../proxy/node/rates/rates-settings.ts';

/** In place of what is missing or wrong, so that the rest can be looked at. */
const standIns = { GEOLET_UPSTREAM: 'https://localhost', GEOLET_KEY: 'stand-in', GEOLET_TRUST: '1' };

/**
 * `--check`: says everything that would keep the program from starting, each with what to do, and starts nothing.
 *
 * @returns the exit code: 0 where it would start, 78 for a wrong setting, 1 for anything else.
 */
export async function checkProgram(name: string, open: OpenProgram): Promise<number> {
  const { problems, value: program } = await findAllProblems(open, standIns);
  const found = [...problems];
  const notes: string[] = [];
  // A folder that was refused is not in the settings any more.
  const isRefused = problems.some((problem) => settingOf(problem) === 'DATA_DIR');
  const looks = isRefused ? [checkKeys, notePort] : [checkKeys, checkFolder, notePort];
  if (program !== undefined) {
    notes.push(...program.settings.warnings);
    // Who mends settings has no use for a word on files yet.
    for (const look of problems.length === 0 ? [noteFiles, ...looks] : looks)
      await look(program).then(
        (note) => note !== undefined && notes.push(note),
        (error: unknown) => found.push(error),
      );
    await program.close?.();
  }
  for (const note of notes) printError(`${name}: ${printable(note)}`);
  for (const problem of found)
    printError(`${name}: ${printable(problem instanceof Error ? problem.message : String(problem))}`);
  if (found.length === 0 && program !== undefined)
    print([`${name}: it can start.`, ...(program.lines ?? [])].join('\n'));
  return found.length === 0 ? 0 : Math.max(...found.map(exitCodeFor));
}

async function noteFiles({ settings: { proxy } }: Program): Promise<string | undefined> {
  return (await proxy.files?.('geolet.js', [])) === undefined ? missingFiles : undefined;
}

async function notePort({ settings: { host, port, metrics } }: Program): Promise<string | undefined> {
  const note = await checkPort(host, port, '/geolet-ready');
  // Where the program runs already, that port is its own, too.
  return note ?? (metrics && checkPort(metrics.host, metrics.port, '/metrics'));
}

async function checkFolder({ settings: { rates } }: Program): Promise<undefined> {
  if (rates) checkRatesFolder(rates);
}

export const missingFiles =
  'there is no geolet.js to serve. In the repository, npm run build makes it; GEOLET_FILES names another folder.';

/** A key of Geolet's own service has a length and an alphabet. Other services have other keys. */
async function checkKeys({ settings: { proxy } }: Program): Promise<undefined> {
  for (const [setting, key] of [
    ['GEOLET_KEY', proxy.key],
    ['GEOLET_SECOND_KEY', proxy.secondKey],
  ] as const)
    if (key?.startsWith('geolet_') && !/^geolet_[0-9A-Za-z]{28}$/.test(key))
      throw new SettingError(
        setting,
        `${setting} begins as a key of Geolet's service does, and is not a whole one: copy it again, all 35 characters.`,
      );
}
