import { elementTable, type SingleElement, tagsThat } from './element-table.ts';

/** The tags whose elements are in the file `elements`, together with lit's base class. */
export const coreTags = tagsThat(({ file, within }) => file === 'elements' && within === undefined).join();

/** The files with one element each, which has the file's name. They build on the file `elements`. */
export const singleElements = Object.values(elementTable)
  .map(({ file }) => file)
  .filter((file): file is SingleElement => file !== 'elements' && file !== 'preview');
