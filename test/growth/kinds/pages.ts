import { createPageContext } from '../../../src/proxy/pages/markup/page-context.ts';
import { createWritePage } from '../../../src/proxy/pages/write-page.ts';
import { parseRecord } from '../../../src/record/record.ts';
import { type Kind, textKind } from '../kind.ts';

const record = parseRecord({ location: { country: 'France', country_code: 'FR', city: 'Lyon' } });

const writePage = createWritePage(() => undefined);

/** Writes a page for a visitor, and reads the last byte of it. */
async function write(html: string): Promise<unknown> {
  if (!record) throw new Error('The record is not one.');
  const page = new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  const facts = { url: 'https://shop.example/', referrer: null, language: 'fr' };
  const context = createPageContext(record, undefined, facts);
  context.bindings = true;
  return writePage(page, context, 'ready').arrayBuffer();
}

/** Pages that are written for their visitors. */
export const pageKinds: readonly Kind[] = [
  textKind('page: flat markup', 600_000, '<p class="a">text <b>bold</b></p>\n', write, { before: '<!doctype html>' }),
  textKind('page: bound elements', 200_000, '<p data-geo-text="{city}">city</p>\n', write, {
    before: '<!doctype html>',
  }),
];
