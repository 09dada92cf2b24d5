import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** `TCP_LISTEN`: https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html */
const listening = '0A';

/**
 * Whether it is this process that listens at a port, and not another one that has taken the port before it.
 *
 * @returns undefined where the system doesn't say: only Linux does, and only to the same user.
 */
export function listensAt(pid: number, port: number): boolean | undefined {
  try {
    const sockets = new Set(
      ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningSockets(readFileSync(table, 'utf8'), port)),
    );
    return readdirSync(`/proc/${pid}/fd`).some((name) => {
      const [, inode = ''] = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${name}`)) ?? [];
      return sockets.has(inode);
    });
  } catch {
    return undefined;
  }
}

/** The inodes. A line has the local address, the remote one, the state, and six more before the inode. */
function listeningSockets(table: string, port: number): string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === listening && local.endsWith(end) ? [inode] : [];
  });
}

/** A descriptor may be closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
