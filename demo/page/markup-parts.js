// @ts-check

/** @typedef {{ words: string, part: 'tag' | 'name' | 'value' | undefined }} Part */

/**
 * The parts of a line of markup that the style sheet colours: for the server and the builder.
 *
 * @param {string} line
 * @returns {Part[]}
 */
export function partsOf(line) {
  const found = line.matchAll(
    /(?<tag><\/?[\w-]+|\/?>)|(?<name>[\w-]+(?==")|(?<=\s)(?:hidden|eu)(?=[\s>]))|(?<value>"[^"]*")|(?:[^<>"\s]+|\s+|.)/g,
  );
  return [...found].map(({ 0: words, groups = {} }) => ({
    words,
    part: /** @type {const} */ (['tag', 'name', 'value']).find((name) => groups[name] !== undefined),
  }));
}
