import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../api/core.ts';
import type { LazyFileStarter } from './lazy-files.ts';
import { native } from '../dom/native.ts';
import { writeRootAttributes } from './root-attributes.ts';

/**
 * Looks the visitor up, fetches what the settings ask for, and binds the page.
 *
 * @param load starts the elements of the page. It is called once what is stored about the visitor has been read.
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

/**
 * Binds once the page has loaded and a hydrating framework has compared it with what the server sent. Next.js still
 * hydrates in tasks after `load`, so this also waits until the browser is idle, but not without end: some pages never
 * rest.
 */
function bindWhenIdle(bind: () => void, signal: AbortSignal): void {
  // WebKit has no requestIdleCallback: there, an element with this id would be the property of `window`.
  const whenIdle = () =>
    typeof globalThis.requestIdleCallback === 'function'
      ? requestIdleCallback(bind, { timeout: 1000 })
      : setTimeout(bind, 200);
  if (native(document).readyState === 'complete') bind();
  else addEventListener('load', whenIdle, { signal });
}
