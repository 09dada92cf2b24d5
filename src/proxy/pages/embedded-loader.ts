import type { WidgetFiles } from '../widget-files.ts';
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
  let script: Promise<string | undefined> | undefined;
  return async (policy) => {
    const nonce = inlineNonce(policy === null ? [] : [policy], 'script');
    const attributes = `${nonce ?? ''} data-endpoint="${path}"`;
    if (loader === 'inline' && nonce !== undefined) {
      script ??= readLoader(files);
      const text = await script;
      if (text !== undefined) return `<script${attributes}>${text}</script>`;
    }
    return `<script async src="/geolet.js"${attributes}></script>`;
  };
}

/** @returns undefined where the loader cannot stand in a page: no file, or one with what would end the script, or another encoding break. */
async function readLoader(files: WidgetFiles | undefined): Promise<string | undefined> {
  const file = await files?.('geolet.js', []);
  const text = file && new TextDecoder().decode(file.body).replace(/\s*\/\/# sourceMappingURL=\S*\s*$/, '');
  return text === undefined || /<\/script|<!--/i.test(text) ? undefined : text.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
