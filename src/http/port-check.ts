import { createServer } from 'node:net';
import { SettingError } from './setting-error.ts';
import { ownAddress } from './wait-until-ready.ts';

/**
 * Whether a port can be had. The program itself may run there already, which is well.
 *
 * @param readyPath where the program says whether it is ready.
 * @returns a note for the operator, if there is something to say.
 * @throws what `listenProblem` makes.
 */
export async function checkPort(host: string, port: number, readyPath: string): Promise<string | undefined> {
  const reason = await tryToListen(host, port);
  if (reason === undefined) return undefined;
  if (reason.code === 'EADDRINUSE' && (await isGeolet(ownAddress(host, port, readyPath))))
    return `it runs already at ${host}, port ${port}.`;
  throw listenProblem(host, port, reason);
}

/**
 * What to say of an address or a port that can't be had. Only rights stay as they are: a port may be free in a moment,
 * and an address may be there once the network is.
 */
export function listenProblem(host: string, port: number, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const problem = `It can't listen at ${host}, port ${port} (${reason}). Choose others with HOST and PORT.`;
  const isForbidden = cause instanceof Error && 'code' in cause && cause.code === 'EACCES';
  return isForbidden
    ? new SettingError(
        'PORT',
        `${problem} Ports below 1024 are for root, or for programs with CAP_NET_BIND_SERVICE (AmbientCapabilities= of systemd).`,
        { cause },
      )
    : new Error(problem, { cause });
}

function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Proxy and service both say whether they are stopping. */
async function isGeolet(url: URL): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: 'manual' });
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null && 'isStopping' in answer;
  } catch {
    return false;
  }
}
