import { attempt } from '../../rules/attempt.ts';
import { bindWhenIdle } from './bind-when-idle.ts';
import type { Core } from '../api/core.ts';
import type { LazyFileStarter } from './lazy-files.ts';
import { writeRootAttributes } from './root-attributes.ts';

/**
 * Looks the visitor up, fetches what the settings ask for, and binds the page.
 *
 * @param load fetches the elements of the page. It is called once what is stored about the visitor has been read.
 */
export function startPage(core: Core, files: LazyFileStarter, load: () => void): void {
  const { settings, visitor, report, geolet, signal } = core;
  for (const mistake of settings.mistakes) report('bad-settings', mistake);
  writeRootAttributes(visitor.status);
  if (mayPreview(core)) void files.once('preview').then((isOn) => isOn || visitor.start());
  else visitor.start();
  if (settings.guess === 'on' && visitor.status === 'pending') void files.start('guess');
  load();
  if (settings.analytics !== 'off') void files.once('analytics');
  if (settings.debug === 'on' || (settings.debug === 'auto' && location.hostname === 'localhost'))
    void files.start('explain').then((file) => file?.summarize());
  if (settings.bindings === 'load') bindWhenIdle(() => geolet.scan(), signal);
  else if (settings.bindings === 'now') geolet.scan();
}

function mayPreview(core: Core): unknown {
  const { preview, storage } = core.settings;
  return (
    preview !== 'off' &&
    (location.search.includes('geo-as=') ||
      (storage === 'on' && attempt(() => sessionStorage.getItem('geolet:preview'))))
  );
}
