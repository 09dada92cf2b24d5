import type { WidgetFile, WidgetFiles } from '../widget-files.ts';
import { inlineNonce } from './inline-policy.ts';
import type { PageSettings } from './page-options.ts';

/** The tag that puts the loader into a page, for pages without one. */
export type EmbedLoader = (policy: string | null) => Promise<string>;

/**
 * @param path where the record is.
 * @returns gives the tag for a page with this Content Security Policy: the nonce for scripts is used, and where inline
 *   scripts are refused, nothing is written inline.
 */
export function createEmbedLoader({ loader }: PageSettings, path: string, files: WidgetFiles | undefined): EmbedLoader {
  if (loader === 'page') return () => Promise.resolve('');
  const readInline = createReadInline(files);
  return async (policy) => {
    const nonce = inlineNonce(policy === null ? [] : [policy], 'script');
    const attributes = `${nonce ?? ''} data-endpoint="${path}"`;
    if (loader === 'inline' && nonce !== undefined) {
      const text = await readInline();
      if (text !== undefined) return `<script${attributes}>${text}</script>`;
    }
    return `<script async src="/geolet.js"${attributes}></script>`;
  };
}

/** Gives the loader as it may stand between tags, made once for each version of the file. */
function createReadInline(files: WidgetFiles | undefined): () => Promise<string | undefined> {
  let made: { readonly etag: string; readonly text: string | undefined } | undefined;
  return async () => {
    const file = await files?.('geolet.js', []);
    if (file === undefined) return undefined;
    if (made?.etag !== file.etag) made = { etag: file.etag, text: toInline(file) };
    return made.text;
  };
}

/** @returns undefined where the loader cannot stand in a page: one with what would end the script, or another encoding break. */
function toInline({ body }: WidgetFile): string | undefined {
  const text = new TextDecoder().decode(body).replace(/\s*\/\/# sourceMappingURL=\S*\s*$/, '');
  return /<\/script|<!--/i.test(text)
    ? undefined
    : text.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
