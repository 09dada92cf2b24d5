import { attempt } from '../../rules/attempt.ts';
import type { Core } from '../api/core.ts';
import type { LazyFileStarter } from './lazy-files.ts';
import { delayed } from '../visitor/happenings.ts';
import { writeRootAttributes } from './root-attributes.ts';

/** What a server has written for a link is right: the page can wait longer for the file of the link. */
const patienceMs = 10_000;

/**
 * Looks the visitor up, fetches what the settings ask for, and binds the page.
 *
 * @param isWritten whether a server has written the page for its visitor. What it has written for a link stays until the
 *   link is read.
 * @param load starts the elements of the page. It is called once what is stored about the visitor has been read.
 */
export function startPage(core: Core, files: LazyFileStarter, isWritten: boolean, load: () => void): void {
  const { settings, visitor, report, geolet } = core;
  for (const mistake of settings.mistakes) report('bad-settings', mistake);
  const file = fileBefore(core);
  if (!isWritten) writeRootAttributes(visitor.status);
  const begin = () => {
    load();
    if (settings.bindings === 'load') void files.once('idle').then((isIdle) => isIdle && geolet.scan());
    else if (settings.bindings === 'now') geolet.scan();
  };
  const start = () => {
    visitor.start();
    begin();
  };
  if (!file) start();
  else {
    void files.once(file).then(start);
    setTimeout(
      () => {
        visitor.happen(delayed);
        begin();
      },
      isWritten ? patienceMs : settings.timeoutMs,
    );
  }
  if (settings.guess === 'on' && visitor.status === 'pending') void files.start('guess');
  if (globalThis.geoletHeader) whenPainted(() => void files.once('response'));
  if (settings.analytics !== 'off') void files.once('analytics');
  if (settings.debug === 'on' || (settings.debug === 'auto' && location.hostname === 'localhost'))
    void files.start('explain').then((explain) => explain?.summarize());
}

/**
 * Calls back once the page has been painted, and maybe once more: what can wait is asked for after that. Not in a
 * browser that tells nothing of it.
 */
function whenPainted(then: () => void): void {
  attempt(() => new PerformanceObserver(then).observe({ type: 'paint', buffered: true }));
}

/** The file that says who the page is for, where that is not simply its visitor. It comes before the lookup's answer. */
function fileBefore({ settings: { preview, storage, choiceParameter } }: Core): 'preview' | 'link' | undefined {
  if (
    preview !== 'off' &&
    (location.search.includes('geo-as=') ||
      (storage === 'on' && attempt(() => sessionStorage.getItem('geolet:preview'))))
  )
    return 'preview';
  return location.search.includes(`${choiceParameter}=`) ? 'link' : undefined;
}
