import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import { createSectionSearch } from '../../../demo/page/section-search.js';
import { readContents } from '../../../demo/site/contents.ts';
import { searchedSections } from '../../../demo/site/searched-sections.ts';
import { questions } from '../../cases/search-questions.json';

const sections = await searchedSections();
const find = await createSectionSearch(MiniSearch, sections);

const firstHits = (words: string) =>
  find(words)
    .slice(0, 3)
    .map(({ section }) => section.address);

/** An answer without an anchor is any part of its page. */
function isAnswered(words: string, answers: readonly string[]): boolean {
  const hits = firstHits(words).map((address) => address.replace('.html', '.md'));
  return answers.some((answer) => hits.some((hit) => answer === hit || answer === hit.replace(/#.*/, '')));
}

/** A question with a typing error in the middle of its longest word. */
function mistyped(question: string, mistype: (first: string, second: string) => string): string {
  const [longest = ''] = (question.match(/\p{L}+/gu) ?? []).toSorted((one, other) => other.length - one.length);
  const middle = Math.floor(longest.length / 2);
  const [first = '', second = ''] = longest.slice(middle - 1);
  return question.replace(longest, longest.slice(0, middle - 1) + mistype(first, second) + longest.slice(middle + 1));
}

describe('the search of the docs', () => {
  it('answers at least 80 of 86 questions of owners with its first three results', () => {
    expect(questions).toHaveLength(86);
    const unanswered = questions
      .filter(({ question, answers }) => !isAnswered(question, answers))
      .map(({ question }) => `${question}: ${firstHits(question).join(' ')}`);
    expect(unanswered.length, unanswered.join('\n')).toBeLessThanOrEqual(6);
  });

  it.each<[string, (first: string, second: string) => string]>([
    ['left out', (first) => first],
    ['doubled', (first, second) => first + first + second],
    ['swapped', (first, second) => second + first],
    ['wrong', (first) => `${first}q`],
  ])('answers at least 75 of them with a letter of the longest word %s', (_, mistype) => {
    const unanswered = questions.filter(({ question, answers }) => !isAnswered(mistyped(question, mistype), answers));
    expect(unanswered.length, unanswered.map(({ question }) => question).join('\n')).toBeLessThanOrEqual(11);
  });

  it('leads to every page that the contents list, and to no page of the maintainers', async () => {
    const listed = (await readContents()).flatMap(({ pages }) => pages);
    const pages = new Set(sections.map(({ address }) => address.replace(/#.*/, '')));
    expect(pages).toEqual(new Set(listed.filter((page) => !page.includes('architecture'))));
  });

  it.each(['visual editor', 'no code', 'change text without code', 'WYSIWYG'])('finds the panel by “%s”', (words) => {
    expect(firstHits(words).some((address) => address.startsWith('docs/picker.html'))).toBe(true);
  });

  it.each([
    ['redirecting', 'suggest.html#redirects', 'another form of a word'],
    ['geoselect', 'elements.html#geo-select', 'parts of a word with a hyphen'],
    ['uninstall', 'wordpress.html#uninstall', 'a word of a heading'],
    ['remove the plugin', 'wordpress.html#uninstall', 'a word that means the same'],
    ['csp', 'install.html#under-a-content-security-policy', 'a short name'],
    ['xss', 'install.html#under-a-content-security-policy', 'a short name'],
    ['content security policy', 'install.html#under-a-content-security-policy', 'a whole name'],
  ])('finds “%s” in %s: %s', (words, address) => expect(firstHits(words)).toContain(`docs/${address}`));

  it('finds the same for one and for several', () => expect(firstHits('blockers')).toEqual(firstHits('blocker')));

  it('needs no page to have the word that means the same', () =>
    expect(sections.find(({ address }) => address === 'docs/wordpress.html#uninstall')?.text).not.toMatch(
      /\bremove\b/,
    ));

  it('shows the words around what it has found, and marks these alone', () => {
    const { excerpt } = find('prometheus')[0] ?? { excerpt: [] };
    expect(excerpt).toHaveLength(18);
    const marked = excerpt.filter(({ isFound }) => isFound).map(({ word }) => word.toLowerCase());
    expect(marked.length).toBeGreaterThan(0);
    for (const word of marked) expect(word).toContain('prometheus');
  });

  it.each(['geolet', 'visitor', 'visitors', 'was', 'when', 'csp', 'xss'])('finds something for %s alone', (word) => {
    expect(find(word).length).toBeGreaterThan(0);
  });

  it('leaves out of a longer question what is on every page', () => {
    for (const words of ['geolet visitor uninstall', 'when was it to uninstall'])
      expect(firstHits(words)).toEqual(firstHits('uninstall'));
  });

  it.each(['', ' ', 'the', '?!', 'ελληνικά'])('finds nothing for %j', (words) => expect(find(words)).toEqual([]));
});
