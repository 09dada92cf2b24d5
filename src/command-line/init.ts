import { constants, cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { print, printable, printError } from '../http/terminal.ts';
import { meant } from '../http/argument-problem.ts';

/** Beside `lib/` in the package, and beside `src/` in the repository. */
const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

const usage = `geolet init <host> [folder]

Copies an example that is ready to deploy into a new folder, by default ./geolet-<host>.`;

/** Copies the example of a host, and prints the next commands. Without a host it lists all of them. */
export async function runInit([host = '', folder = `geolet-${host}`, ...others]: readonly string[]): Promise<void> {
  const hosts = (await readdir(examples)).sort();
  if (/^(|-h|--help|help)$/.test(host)) return print(`${usage}\n\n${await describe(hosts)}`);
  if (!hosts.includes(host))
    return refuse(
      `there is no example for ${JSON.stringify(host)}.${meant(host, hosts)} Choose one of these:\n\n${await describe(hosts)}`,
    );
  if (others.length) return refuse(`${JSON.stringify(others[0])} is one word too many.\n\n${usage}`);
  const problem = await makeFolder(folder);
  if (problem !== undefined)
    return refuse(`${printable(folder)} ${problem}. Name another folder: geolet init ${host} my-folder`);
  await cp(`${examples}${host}`, folder, { recursive: true, mode: constants.COPYFILE_EXCL });
  print(`${printable(folder)} is ready. Next:\n\n  cd ${printable(folder)}\n${commandsIn(await readmeOf(host))}`);
}

/** Makes the folder. @returns why it cannot be used, if it cannot. */
async function makeFolder(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true });
    return (await readdir(folder)).length ? 'is not empty, and nothing was changed' : undefined;
  } catch (error) {
    return `cannot be made: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Each host with the heading of its README. */
async function describe(hosts: readonly string[]): Promise<string> {
  const width = Math.max(...hosts.map(({ length }) => length));
  const titles = await Promise.all(hosts.map(async (host) => /^# (.*)$/m.exec(await readmeOf(host))?.[1] ?? ''));
  return hosts.map((host, index) => `  ${host.padEnd(width)}  ${titles[index]}`).join('\n');
}

function readmeOf(host: string): Promise<string> {
  return readFile(`${examples}${host}/README.md`, 'utf8');
}

/** The commands of a README, indented. */
function commandsIn(readme: string): string {
  const commands = readme.split(/^```sh\n/m)[1]?.split(/^```$/m)[0] ?? '';
  return commands.trimEnd().replace(/^/gm, '  ');
}

function refuse(reason: string): void {
  printError(`geolet init: ${reason}`);
  process.exitCode = 1;
}
