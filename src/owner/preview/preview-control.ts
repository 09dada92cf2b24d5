import { attempt } from '../../rules/attempt.ts';
import { parsePreviewWords, type Preview } from './preview-words.ts';
import type { Core } from '../../widget/api/core.ts';
import type { Report } from '../../widget/report.ts';
import { addressWith, followInAddress, wordsInAddress } from './address.ts';
import { browserFields } from './browser-fields.ts';
import { createMark } from './mark.ts';
import { createPreviewDisplay } from './show-preview.ts';

/** The visitor that the page is previewed as, in words, and how to change or leave that. */
export interface PreviewControl {
  /** Whether the owner allows previews here, and `geolet.destroy()` was not called. */
  allowed(): boolean;
  /** The visitor that the page is previewed as. Undefined without a preview. */
  words(): string | undefined;
  /** The page's own visitor, where `geolet dev` serves it. */
  own(): string | undefined;
  /** Why the page is as it is: who has named the visitor. */
  reason(): PreviewReason;
  /** Takes back what the visitor has chosen on the page. */
  forgetChoice(): void;
  /** Words in the address that are not understood. The page is then its visitor's own. */
  refused(): string | undefined;
  /** Tries the page as another visitor: at once where that is possible, otherwise after a reload. */
  change(words: string): void;
  /** Reloads the page as its visitor's own. */
  leave(): void;
  /** Calls back when the words have changed, or all has ended. @returns stops that. */
  watch(follow: () => void): () => void;
}

declare global {
  /**
   * Set by `geolet dev`: the visitor that its `/geo` answers as. An element with this id is a property of `window`
   * too.
   */
  var geoletDevVisitor: unknown;
}

/** What decides whom the page is for: a choice made on it, the preview in the address or the tab, the choice of a link, `geolet dev`, or the lookup. */
export type PreviewReason = 'choice' | 'address' | 'link' | 'tab' | 'dev' | 'record';

export function createPreviewControl(core: Core): PreviewControl {
  const { report, settings } = core;
  let words: string | undefined;
  let refused: string | undefined;
  let isSlow = false;
  let isEnded = false;
  const watchers = new Set<() => void>();
  const mark = createMark(core.visitor);
  const isAllowed = settings.preview === 'on' || (settings.preview === 'localhost' && isLocal());
  const show = createPreviewDisplay(core, () => isEnded);

  function start(): void {
    const asked = isAllowed ? (wordsInAddress() ?? mark.read()) : undefined;
    if (asked === undefined) return;
    const wanted = /^\s*slow\s*$/i.test(asked) ? `slow; ${homeCountry()}` : asked.trim();
    const preview = wanted ? readPreview(wanted, report) : undefined;
    words = preview && wanted;
    mark.write(words);
    if (!wanted) followInAddress(undefined);
    if (!preview) {
      refused = wanted || undefined;
      return;
    }
    isSlow = preview.slow;
    show(preview, isSlow);
  }

  function change(wanted: string): void {
    if (words === undefined) return location.assign(addressWith(wanted));
    const preview = readPreview(wanted, report);
    if (!preview) return;
    const becomesSlow = preview.slow && !isSlow;
    words = wanted;
    isSlow = preview.slow;
    mark.write(wanted);
    followInAddress(wanted);
    // How a page waits can be seen only from its beginning. Where the tab keeps no preview, the address says it.
    if (becomesSlow) return mark.read() === wanted ? location.reload() : location.assign(addressWith(wanted));
    show(preview, false);
    for (const watcher of watchers) watcher();
  }

  core.watch(() => {
    isEnded ||= !core.visitor.facts;
    for (const watcher of watchers) watcher();
  });
  start();

  return {
    allowed: () => isAllowed && !isEnded,
    words: () => words,
    own: () => (typeof globalThis.geoletDevVisitor === 'string' ? globalThis.geoletDevVisitor : undefined),
    reason() {
      if (core.geolet.visitor?.source === 'choice') return 'choice';
      if (words !== undefined) return wordsInAddress() === undefined ? 'tab' : 'address';
      if (core.geolet.visitor?.source === 'link') return 'link';
      return globalThis.geoletDevVisitor === undefined ? 'record' : 'dev';
    },
    forgetChoice: core.geolet.reset,
    refused: () => refused,
    change,
    leave() {
      isEnded = true;
      mark.write(undefined);
      followInAddress(undefined);
      location.reload();
    },
    watch(follow) {
      watchers.add(follow);
      return () => watchers.delete(follow);
    },
  };
}

/** @returns undefined for words that are not understood. They are reported. */
function readPreview(words: string, report: Report): Preview | undefined {
  return parsePreviewWords(words, browserFields(), (code, text) => report(code, text));
}

/** `slow` alone names no visitor. The page gets one from the country where the browser's language is mostly spoken. */
function homeCountry(): string {
  return attempt(() => new Intl.Locale(navigator.language).maximize().region) ?? 'US';
}

function isLocal(): boolean {
  return location.protocol === 'file:' || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);
}
