import { readFileSync } from 'node:fs';

/** The commands of a page, by the heading that they stand under: each block as it is typed. */
export function commandsOf(page: string, heading: string): string[] {
  const section =
    readFileSync(page, 'utf8')
      .split(/^## /m)
      .find((section) => section.startsWith(heading)) ?? '';
  return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
}
