import { readFile } from 'node:fs/promises';
import { documents } from './addresses.ts';

/** The Markdown of a document, or undefined for a file that is not there. */
export async function textOf(file: string): Promise<string | undefined> {
  return readFile(new URL(`../../${file}`, import.meta.url), 'utf8').catch(() => undefined);
}

/** The first heading of the document at an address. */
export async function titleOf(address: string): Promise<string> {
  const file = documents.get(address) ?? '';
  return titleIn((await textOf(file)) ?? '') ?? file;
}

export function titleIn(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '');
}
