import { Parser } from 'htmlparser2';
import type { Section } from '../page/section-search.js';
import { documents } from './addresses.ts';
import { documentPage } from './document.ts';

/** The pages for readers. The list of all pages, the README, architecture, measurements and licences would be in the way. */
const searched = /^docs\/(?!index\.)[\w-]+\.html$/;

/** Parts of a document that are not its words. */
const aroundWords = /\b(?:to-contents|code-links|example-live|example-visitor)\b/;
/** Elements that stand inside of a word or between two. All others end a word. */
const inline = new Set(['a', 'code', 'em', 'span', 'strong']);

/** What the search goes through: each page and each of its sections, with the words up to the next heading. */
export async function searchedSections(): Promise<readonly Section[]> {
  const addresses = [...documents.keys()].filter((address) => searched.test(address));
  const pages = await Promise.all(addresses.map(async (address) => sectionsOf(address, await documentPage(address))));
  return pages.flat();
}

function sectionsOf(address: string, html = ''): Section[] {
  const sections: Section[] = [];
  const open: { name: string; isSkipped: boolean }[] = [];
  const parser = new Parser({
    onopentag(name, { id, class: classes = '' }) {
      if (name === 'main') sections.length = 0;
      if (/^h[1-3]$/.test(name))
        sections.push({
          address: sections.length ? `${address}#${id}` : address,
          page: sections[0]?.heading ?? '',
          heading: '',
          text: '',
        });
      open.push({ name, isSkipped: aroundWords.test(classes) });
    },
    ontext(text) {
      const section = sections.at(-1);
      if (!section || !open.some(({ name }) => name === 'main') || open.some(({ isSkipped }) => isSkipped)) return;
      if (open.some(({ name }) => /^h[1-3]$/.test(name))) section.heading += text;
      else section.text += text;
    },
    onclosetag(name) {
      open.pop();
      const section = sections.at(-1);
      if (section && !inline.has(name)) section.text += ' ';
    },
  });
  parser.end(html);
  return sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ').trim() }));
}
