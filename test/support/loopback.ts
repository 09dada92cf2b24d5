import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/**
 * Below the ports that systems hand out, to whoever connects and to servers that take any:
 * https://www.kernel.org/doc/html/latest/networking/ip-sysctl.html#ip-variables
 */
const choice = [20_000, 32_767] as const;

const isUsed = new Set(['EADDRINUSE', 'EACCES']);

/** Until this process ends. */
const reservations: Socket[] = [];

/** Puts a server on a free port of this machine. @returns where it is, without a path. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${portOf(server)}`;
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/**
 * A port for a program that takes one but doesn't report one. Nobody else is given it while this process runs: it may take
 * long until the program listens, and after it has been stopped it may start again.
 */
export async function freePort([first, last]: readonly [first: number, last: number] = choice): Promise<number> {
  const ports = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  while (ports.length > 0) {
    const [port = 0] = ports.splice(randomInt(ports.length), 1);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error(`None of the ports from ${first} to ${last} is free.`);
}

/** Takes the same port of UDP, which only those who reserve one want: each process sees what others have. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  socket.bind(port, '127.0.0.1');
  const isReserved = await succeeds(once(socket, 'listening'));
  if (isReserved) reservations.push(socket);
  return isReserved;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  if (!(await succeeds(once(server, 'listening')))) return false;
  server.close();
  await once(server, 'close');
  return true;
}

async function succeeds(listening: Promise<unknown>): Promise<boolean> {
  try {
    await listening;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && isUsed.has(String(error.code))) return false;
    throw error;
  }
}
