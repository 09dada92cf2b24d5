import { readFileSync } from 'node:fs';
import type { AttributeDoc } from './element-docs.ts';

/** The settings as the script tag takes them, from the doc comments of what `startGeolet` takes. */
export function readSettingDocs(): readonly AttributeDoc[] {
  const source = readFileSync('src/library/options.ts', 'utf8');
  const options = source.matchAll(/^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {2}readonly (\w+)\?: (.*) \| undefined;$/gm);
  return [...options].map(([, comment = '', name = '', type = '']) => ({
    name: `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    description: comment.replace(/\s+\*?\s*/g, ' ').trim(),
    type,
  }));
}
