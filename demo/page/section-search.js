// @ts-check

import { relatedWords } from './related-words.js';

/**
 * @typedef {{ address: string, page: string, heading: string, text: string }} Section The text of a page goes up to its
 * first section.
 *
 * @typedef {{ word: string, isFound: boolean }} ExcerptWord
 *
 * @typedef {{ section: Section, excerpt: ExcerptWord[] }} Hit
 */

const mostHits = 8;
const excerptLength = 18;

/** A word in a heading says more than one in the text. */
const boost = { heading: 3, page: 0.25 };
/** Shorter words are searched as they are written. */
const shortestInexact = 4;
/** Typing errors that are forgiven, for each letter of a word that the docs do not have. */
const typosPerLetter = 0.25;
/** How much a word counts that the reader has not written, but that means the same. */
const weightOfRelated = 0.4;
/** A mistyped word is found by its likenesses alone, and each of these counts for less. */
const weightOfUnknown = 2.5;

/** Words that are in every question. */
const commonWords = new Set(
  (
    'a about all am an and any are as at be but by can could did do does for from get gets got had has have here how i if in into is it its ' +
    'make me my need no of on only or our should so some than that the their them then there these they this those us use ' +
    'want we were what where which who whom why will with would you your'
  ).split(' '),
);
/** Words that are in many questions or on every page, and names of Geolet's too. They say something only alone. */
const frequentWords = new Set(['geolet', 'not', 'to', 'visitor', 'was', 'when']);

/**
 * Searches by BM25 in MiniSearch, whatever part of the words a section has.
 *
 * @param {typeof import('minisearch').default} MiniSearch https://lucaong.github.io/minisearch/
 * @param {readonly Section[]} sections
 * @returns {Promise<(words: string) => Hit[]>}
 */
export async function createSectionSearch(MiniSearch, sections) {
  const sectionAt = new Map(sections.map((section) => [section.address, section]));
  /** @type {Set<string>} */
  const known = new Set();
  const index = new MiniSearch({
    idField: 'address',
    fields: ['heading', 'page', 'text'],
    tokenize: wordsIn,
    processTerm(word) {
      const stems = stemsOf(word);
      for (const stem of stems) known.add(stem);
      return stems;
    },
  });
  // In parts, so that a slow phone goes on taking what is typed.
  await index.addAllAsync(sections, { chunkSize: 20 });

  const thesaurus = new MiniSearch({ fields: ['words'], tokenize: wordsIn, processTerm: stemsOf });
  thesaurus.addAll(relatedWords.map((words, id) => ({ id, words })));

  return (words) => {
    const telling = tellingStemsIn(words);
    const related = thesaurus
      .search(telling.join(' '), { tokenize: splitAtBlanks, processTerm: asItIs, fuzzy: typosIn })
      .flatMap(({ id }) => stemsIn(relatedWords[id] ?? ''))
      .map((stem) => /** @type {const} */ ([stem, weightOfRelated]));
    const written = telling.map((stem) => /** @type {const} */ ([stem, known.has(stem) ? 1 : weightOfUnknown]));
    const weights = new Map([...related, ...written]);
    return index
      .search([...weights.keys()].join(' '), {
        tokenize: splitAtBlanks,
        processTerm: asItIs,
        boost,
        boostTerm: (stem) => weights.get(stem) ?? 1,
        prefix: (stem) => stem.length >= shortestInexact,
        fuzzy: (stem) => !known.has(stem) && typosIn(stem),
      })
      .slice(0, mostHits)
      .flatMap(({ id, terms }) => {
        const section = sectionAt.get(id);
        const meant = new Set(terms.filter((/** @type {string} */ stem) => weights.get(stem) !== weightOfRelated));
        return section ? { section, excerpt: excerptOf(section.text, meant) } : [];
      });
  };
}

/** For stems, which are no words to read again. @param {string} stems */
const splitAtBlanks = (stems) => stems.split(' ');

/** @param {string} stem */
const asItIs = (stem) => stem;

/** @param {string} stem */
function typosIn(stem) {
  return stem.length >= shortestInexact && typosPerLetter;
}

/** @param {string} text */
function wordsIn(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** @param {string} text */
function stemsIn(text) {
  return wordsIn(text).flatMap(stemsOf);
}

/** @param {string} text */
function tellingStemsIn(text) {
  const stems = stemsIn(text);
  const telling = stems.filter((stem) => !frequentWords.has(stem));
  return telling.length > 0 ? telling : stems;
}

/** `ad-blocker` is found as `ad`, as `blocker` and as `adblocker`. @param {string} word */
function stemsOf(word) {
  const parts = word.replace(/['’]s$/, '').split('-');
  return (parts.length > 1 ? [...parts, parts.join('')] : parts).map(stemOf).filter((stem) => !commonWords.has(stem));
}

/** Without the endings of English that change no meaning. @param {string} word */
function stemOf(word) {
  if (commonWords.has(word) || frequentWords.has(word)) return word;
  if (word.length < 5) return word.replace(/(?<=..)s$/, '');
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=...)(?:ing|ed|es|s|ly|ions?)$/, '')
    .replace(/e$/, '');
}

/** The part of a text that has most of what was found. @param {string} text @param {ReadonlySet<string>} stems */
function excerptOf(text, stems) {
  const words = text.split(' ').map((word) => ({ word, isFound: stemsIn(word).some((stem) => stems.has(stem)) }));
  const foundFrom = (/** @type {number} */ start) =>
    words.slice(start, start + excerptLength).filter(({ isFound }) => isFound).length;
  let best = 0;
  for (let start = 1; start + excerptLength <= words.length; start++)
    if (foundFrom(start) > foundFrom(best)) best = start;
  return words.slice(best, best + excerptLength);
}
