import { constants, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { print, printable, printError } from '../http/terminal.ts';
import { didYouMean } from '../http/argument-problem.ts';

/** Beside `lib/` in the package, and beside `src/` in the repository. */
const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

const usage = `geolet init <host> [folder] [--bindings]

Copies an example that is ready to deploy into a new folder, by default ./geolet-<host>.
With --bindings its page loads geolet-bindings.js, which is smaller, and has attributes in place of elements.`;

/** Copies the example of a host, and prints the next commands. Without a host it lists all of them. */
export async function runInit(args: readonly string[]): Promise<void> {
  const hasBindings = args.includes('--bindings');
  const [host = '', folder = `geolet-${host}`, ...others] = args.filter((word) => word !== '--bindings');
  const hosts = (await readdir(examples)).sort();
  if (/^(|-h|--help|help)$/.test(host)) return print(`${usage}\n\n${await describe(hosts)}`);
  if (!hosts.includes(host))
    return refuse(
      `there is no example for ${JSON.stringify(host)}.${didYouMean(host, hosts)} Choose one of these:\n\n${await describe(hosts)}`,
    );
  if (others.length) return refuse(`${JSON.stringify(others[0])} is one word too many.\n\n${usage}`);
  const problem = await makeFolder(folder);
  if (problem !== undefined)
    return refuse(`${printable(folder)} ${problem}. Name another folder: geolet init ${host} my-folder`);
  await cp(`${examples}${host}`, folder, { recursive: true, mode: constants.COPYFILE_EXCL });
  if (hasBindings) await useBindings(folder);
  print(`${printable(folder)} is ready. Next:\n\n  cd ${printable(folder)}\n${commandsIn(await readmeOf(host))}`);
}

/** Makes the pages in a folder load the script with bindings alone, and puts bindings in place of their elements. */
async function useBindings(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const page of names.filter((name) => /\.(html|astro)$/.test(name)).map((name) => join(folder, name))) {
    const text = await readFile(page, 'utf8');
    const changed = text
      .replaceAll('/geolet.js', '/geolet-bindings.js')
      .replaceAll(
        /<geo-(text|currency) (?:template|prices)=("[^"]*")>(.*?)<\/geo-\1>/g,
        '<span data-geo-$1=$2>$3</span>',
      );
    await writeFile(page, changed);
  }
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
