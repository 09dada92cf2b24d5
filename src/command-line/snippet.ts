import { readFile } from 'node:fs/promises';
import { print, printError } from '../http/terminal.ts';
import { didYouMean } from '../http/argument-problem.ts';
import { documentation } from '../proxy/node/documentation.ts';
import { hashSource } from '../doctor/hash-source.ts';

const usage = `geolet snippet <first-frame | ask | header | inline | inline-bindings>

Prints what to paste into the <head>, and apart from it the source that a Content Security Policy allows it by.

  first-frame       behind the script tag: repeat visits are right from the first frame on
  ask               behind the script tag: first visits ask before the script is there
  header            before the script tag: first visits are right where a cache names the country in a header
  inline            in place of the script tag: all of geolet.js
  inline-bindings   the same with geolet-bindings.js, for pages without elements

What each gives and costs: ${documentation('install')}`;

const snippets: Readonly<Record<string, { readonly file: string; readonly settings: string }>> = {
  'first-frame': { file: 'geolet-snippet.js', settings: '' },
  ask: { file: 'geolet-ask.js', settings: '' },
  header: { file: 'geolet-header.js', settings: '' },
  inline: { file: 'geolet.js', settings: ' data-endpoint="/geo"' },
  'inline-bindings': { file: 'geolet-bindings.js', settings: ' data-endpoint="/geo"' },
};

/** The markup goes to standard output, so that it can be piped into a page. Everything else goes to standard error. */
export async function printSnippet([name = '']: readonly string[]): Promise<void> {
  const snippet = Object.hasOwn(snippets, name) ? snippets[name] : undefined;
  if (!snippet) {
    const isForHelp = /^(|-h|--help)$/.test(name);
    (isForHelp ? print : printError)(
      isForHelp
        ? usage
        : `geolet snippet: there is none called ${JSON.stringify(name)}.${didYouMean(name, Object.keys(snippets))}\n\n${usage}`,
    );
    process.exitCode = isForHelp ? 0 : 1;
    return;
  }
  const text = await readPasted(snippet.file);
  console.log(`<script${snippet.settings}>${text}</script>`);
  printError(`script-src ${hashSource(text)}`);
}

/** Reads a built file for pasting. Without its source map, which browsers would look for beside the page. */
async function readPasted(file: string): Promise<string> {
  const text = await readFile(new URL(`../../dist/${file}`, import.meta.url), 'utf8');
  return text.replace(/\n?\/\/# sourceMappingURL=\S*\s*$/, '');
}
