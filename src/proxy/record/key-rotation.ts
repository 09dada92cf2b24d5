import type { UpstreamResponse } from './transport.ts';

type Send = (key: string) => Promise<UpstreamResponse>;

/**
 * Sends with the key that worked last. If the service refuses it with 401, sends again with the other key, and stays
 * with that one once it works. So an owner can add a new key and revoke the old one, and no visitor notices.
 */
export function createKeyRotation(
  [first, second]: readonly [string, string?],
  warn: (line: string) => void,
): (send: Send) => Promise<UpstreamResponse> {
  if (second === undefined) return (send) => send(first);
  let current = first;
  return async (send) => {
    const used = current;
    const response = await send(used);
    const other = used === first ? second : first;
    if (response.status !== 401) return response;
    const again = await send(other);
    if (again.status === 200) {
      current = other;
      warn(
        `The visitor-data service refuses the ${used === first ? 'first' : 'second'} key; the other one is used from now on.`,
      );
    }
    return again;
  };
}
