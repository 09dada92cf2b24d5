import { close, createIndex } from 'pagefind';

/** What a page fetches to search. The rest of Pagefind's files are controls, and ours is its own. */
const needed = /^(?:pagefind\.js|pagefind-entry\.json|.*\.pf_\w+|wasm\.\w+\.pagefind)$/;

/**
 * Indexes pages.
 *
 * @param pages HTML, by address.
 * @returns the files of the index, by their names in the folder `pagefind`.
 */
export async function searchIndex(pages: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Uint8Array>> {
  const { index, errors } = await createIndex({ keepIndexUrl: true });
  if (!index) throw new Error(`The search index cannot be made: ${errors.join(', ')}`);
  for (const [sourcePath, content] of pages) {
    const { errors: mistakes } = await index.addHTMLFile({ sourcePath, content });
    if (mistakes.length) throw new Error(`${sourcePath} cannot be indexed: ${mistakes.join(', ')}`);
  }
  const { files } = await index.getFiles();
  await close();
  return new Map(
    files
      .filter(({ path }) => needed.test(path.slice(path.lastIndexOf('/') + 1)))
      .map(({ path, content }) => [path, content]),
  );
}
