import { Parser } from 'htmlparser2';
import { readingLimits } from '../../rules/reading-limits.ts';

/** What a reader of XML is told, in the order of the text. The level of the root is 1. */
export interface XmlReader {
  onOpen(name: string, attributes: Readonly<Record<string, string>>, level: number): void;
  /** @param name of the element that the text stands in. */
  onText?(text: string, name: string, level: number): void;
  onClose?(level: number): void;
}

/** @throws an Error for elements that are nested too deeply, and what the reader throws. */
export function readXml(text: string, reader: XmlReader): void {
  const open: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.push(name) > readingLimits.levels) throw new Error(`<${name.slice(0, 40)}> is nested too deeply`);
        reader.onOpen(name, attributes, open.length);
      },
      ontext(part) {
        const name = open.at(-1);
        if (name !== undefined) reader.onText?.(part, name, open.length);
      },
      onclosetag() {
        reader.onClose?.(open.length);
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
}
