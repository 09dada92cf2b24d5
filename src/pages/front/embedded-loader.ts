import type { WidgetFile, WidgetFiles } from '../../proxy/widget-files.ts';
import { inlineNonce } from '../render/content-security-policy.ts';
import { escapeAll } from './embedded-record.ts';
import { pageSettings } from '../../http/settings.ts';
import type { PageSettings } from './page-options.ts';

/** Gets the tag of the loader for a page with this policy. Empty if the page has its own. */
export type EmbedLoader = (policy: string | null) => Promise<string>;

/**
 * The tag uses the nonce for scripts from the page's Content Security Policy. Where inline scripts are refused, it
 * loads the file.
 *
 * @param path of the record.
 */
export function createEmbedLoader(
  { loader, script, choiceParameter }: PageSettings,
  path: string,
  files: WidgetFiles | undefined,
): EmbedLoader {
  if (loader === 'page') return () => Promise.resolve('');
  const named =
    choiceParameter === pageSettings.pagesChoiceParameter.default ? '' : ` data-choice-parameter="${choiceParameter}"`;
  const readInline = createReadInline(script, files);
  return async (policy) => {
    const nonce = inlineNonce(policy === null ? [] : [policy], 'script');
    const attributes = `${nonce ?? ''} data-endpoint="${path}"${named}`;
    if (loader === 'inline' && nonce !== undefined) {
      const text = await readInline();
      if (text !== undefined) return `<script${attributes}>${text}</script>`;
    }
    return `<script async src="/${script}"${attributes}></script>`;
  };
}

/** Gets the loader as text for an inline script, made once for each version of the file. */
function createReadInline(script: string, files: WidgetFiles | undefined): () => Promise<string | undefined> {
  let made: { readonly etag: string; readonly text: string | undefined } | undefined;
  return async () => {
    const file = await files?.(script, []);
    if (file === undefined) return undefined;
    if (made?.etag !== file.etag) made = { etag: file.etag, text: toInline(file) };
    return made.text;
  };
}

/** @returns undefined if the text would end its script element. In ASCII it reads the same in every encoding. */
function toInline({ body }: WidgetFile): string | undefined {
  const text = new TextDecoder()
    .decode(body)
    .replace(/\/\/# sourceMappingURL=\S*\s*$/, '')
    .trimEnd();
  return /<\/script|<!--/i.test(text) ? undefined : escapeAll(text, /[\u0080-\uffff]/g);
}
