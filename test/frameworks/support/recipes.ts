import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const documentation = resolve(import.meta.dirname, '../../../docs/frameworks.md');

/** The files that the documentation shows: each block of code whose first line names one, by the heading above it. */
export function writeRecipes(folder: string): void {
  const text = readFileSync(documentation, 'utf8');
  for (const [, heading = '', section = ''] of text.matchAll(/^## (.*)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)) {
    for (const [, code = ''] of section.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)) {
      const name = /^(?:\/\/|<!--) ([\w.-]+\.\w+)/.exec(code)?.[1];
      if (!name) continue;
      const path = resolve(folder, heading.toLowerCase(), name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, code);
    }
  }
}
