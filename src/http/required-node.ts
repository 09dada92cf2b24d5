/** The oldest Node that runs Geolet: `engines` in the packages. */
const required = [20, 19] as const;

/**
 * Written in words that Node 12 reads, which Debian 11 brings: it must run where nothing else here does.
 *
 * @param version of Node. Undefined where there is no Node, such as on Workers.
 * @returns what to say; undefined where this Node will do.
 */
export function nodeProblem(version: string | undefined): string | undefined {
  if (version === undefined) return undefined;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > required[0] || (major === required[0] && minor >= required[1])) return undefined;
  return `Geolet needs Node ${required.join('.')} or newer, and this is Node ${version}. Newer ones: https://nodejs.org/en/download`;
}

/**
 * For the first module of a program. The others may not even be read by an old Node, so the program loads them
 * afterwards, by `import()`.
 *
 * @returns whether the program may go on. Otherwise the reason was printed, and the process will exit with 1.
 */
export function hasRequiredNode(): boolean {
  const problem = nodeProblem(process.versions.node);
  if (problem === undefined) return true;
  console.error(problem);
  process.exitCode = 1;
  return false;
}
