import { createReadStream } from 'node:fs';
import { readingLimits } from '../../rules/reading-limits.ts';
import { requestPage } from '../check-page.ts';

const mostBytes = readingLimits.feedBytes;

/**
 * @param source the name of a file, or an address.
 * @throws an Error that says why there is no text.
 */
export async function loadFeed(source: string): Promise<string> {
  return /^https?:\/\//i.test(source) ? loadFromAddress(source) : loadFromFile(source);
}

async function loadFromAddress(address: string): Promise<string> {
  const { status, text } = await requestPage(new URL(address).href);
  if (status !== 200) throw new Error(`it answers ${status}`);
  return text;
}

/** Read as it comes, so that what has no end does not fill the memory. */
async function loadFromFile(file: string): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of createReadStream(file) as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > mostBytes) throw new Error(`it has more than ${mostBytes / 1_000_000} MB`);
      parts.push(part);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('there is no such file, and an address begins with https://', { cause: error });
  }
  return Buffer.concat(parts).toString();
}
