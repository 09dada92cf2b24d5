import { elementTable, type SingleElement, tagsThat } from './element-table.ts';

/** The tags whose elements are in the file `elements`, together with lit's base class. */
const coreTags = tagsThat(({ file, within }) => file === 'elements' && within === undefined);

/** The files with one element each, which has the file's name. They build on the file `elements`. */
export const singleElements = Object.values(elementTable)
  .map(({ file }) => file)
  .filter((file): file is SingleElement => file !== 'elements' && file !== 'preview');

/** The tags of all elements that build on the file `elements`. */
export const startedTags = [...coreTags, ...singleElements.map((name) => `geo-${name}`)].join();
