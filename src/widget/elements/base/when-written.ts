import type { Core } from '../../api/core.ts';
import { native } from '../../dom/native.ts';

/** Calls back at once; on a page written by the server, once all is there that its elements need to take it over. */
export function whenWritten(core: Core, then: () => void): void {
  if (!native(document).querySelector('[data-geo-edge]')) then();
  else
    void core
      .once('edge')
      .then((page) => page?.files)
      .then(then);
}
