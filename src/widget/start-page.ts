import { attempt } from '../rules/attempt.ts';
import { bindWhenIdle } from './bind-when-idle.ts';
import type { Core } from './core.ts';
import type { LazyFileStarter } from './lazy-files.ts';
import { native } from './native.ts';
import { writeRootAttributes } from './root-attributes.ts';

/**
 * Looks the visitor up, fetches what the settings ask for, and binds the page.
 *
 * @param load fetches the elements of the page. It is called once what is stored about the visitor has been read.
 */
export function startPage(
  core: Core,
  { start, once }: LazyFileStarter,
  load: (isWrittenByEdge: boolean) => void,
): void {
  const { settings, visitor, report, geolet, signal } = core;
  for (const mistake of settings.mistakes) report('bad-settings', mistake);
  writeRootAttributes(visitor.status);
  if (mayPreview(core)) void once('preview').then((isOn) => isOn || visitor.start());
  else visitor.start();
  if (settings.guess === 'on' && visitor.status === 'pending') void start('guess');
  // What the edge has written is right already. Before it is bound, it is put back as the owner wrote it.
  const isWrittenByEdge = !!native(document).querySelector('[data-geo-edge]');
  load(isWrittenByEdge);
  if (settings.analytics !== 'off') void once('analytics');
  if (settings.debug !== 'off') void start('explain').then((file) => file?.summarize());
  const bind = () => {
    if (isWrittenByEdge && !signal.aborted) void start('edge').then((isBound) => isBound || geolet.scan());
    else geolet.scan();
  };
  if (settings.bindings === 'load') bindWhenIdle(bind, signal);
  else if (settings.bindings === 'now') bind();
}

function mayPreview({ settings: { preview, storage } }: Core): unknown {
  return (
    preview !== 'off' &&
    (location.search.includes('geo-as=') ||
      (storage === 'on' && attempt(() => sessionStorage.getItem('geolet:preview'))))
  );
}
