import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Calls of WordPress's functions for translations: one text, or two for singular and plural. */
const call =
  /\b(?:esc_html__|esc_attr__|__|(_n))\(\s*'((?:[^'\\]|\\.)*)'(?:,\s*'((?:[^'\\]|\\.)*)',[^,]+)?,\s*'geolet'\s*\)/g;

/** The texts of the plugin for translators. https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html */
export function translationTemplate(plugin: string): string {
  const places = new Map<string, string[]>();
  for (const file of sourcesIn(plugin))
    for (const [, , one = '', many] of readFileSync(join(plugin, file), 'utf8').matchAll(call)) {
      const entry = message(one, many);
      places.set(entry, [...new Set([...(places.get(entry) ?? []), file])]);
    }
  const header =
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n"X-Domain: geolet\\n"\n';
  return [header, ...[...places].map(([entry, files]) => `#: ${files.join(' ')}\n${entry}`)].join('\n');
}

function sourcesIn(plugin: string): readonly string[] {
  return readdirSync(plugin, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(php|js)$/.test(name) && !name.includes('.generated.'))
    .sort();
}

function message(one: string, many: string | undefined): string {
  if (many === undefined) return `msgid ${quoted(one)}\nmsgstr ""\n`;
  return `msgid ${quoted(one)}\nmsgid_plural ${quoted(many)}\nmsgstr[0] ""\nmsgstr[1] ""\n`;
}

/** The text of a literal in single quotes. */
function quoted(literal: string): string {
  return JSON.stringify(literal.replace(/\\(.)/g, '$1'));
}
