import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Builder } from '../../builders/builder-page.ts';
import { visibleText } from '../support/test.ts';

/** What the page of the builder in `docs` says to paste, with a script and a proxy of the test's own site. */
export function headCode(builder: Builder, script = 'geolet-bindings.js'): string {
  const [, html] = /```html\n(.*?)```/s.exec(readFileSync(`docs/${builder}.md`, 'utf8')) ?? [];
  if (html === undefined) throw new Error(`docs/${builder}.md has no block`);
  return html.replaceAll('https://geo.shop.example/', '/').replace('geolet-bindings.js', script);
}

/** Two stand for all of them in `npm test`: one that hydrates, and one that does not. */
export function ringOf(builder: Builder): '' | ' @release' {
  return builder === 'framer' || builder === 'webflow' ? '' : ' @release';
}

export interface Rule {
  readonly select: string;
  readonly currency?: string;
}

export function rulesIn(head: string): readonly Rule[] {
  const [, json] = /data-geo-settings>(.*?)<\/script>/s.exec(head) ?? [];
  return (JSON.parse(json ?? '{}') as { rules: Rule[] }).rules;
}

/** The shop, as a visitor meets it. */
export interface Shop {
  readonly text: string;
  readonly link: string | undefined;
  readonly picture: string | undefined;
  readonly field: string;
}

export async function readShop(page: Page): Promise<Shop> {
  const pathOf = (url: string | null) => (url ? new URL(url, page.url()).pathname : undefined);
  const main = page.locator('main:visible');
  return {
    text: await visibleText(main),
    link: pathOf(await main.getByRole('link', { name: 'Find a shop' }).getAttribute('href')),
    picture: pathOf(
      await main.getByAltText('A shoe').evaluate((picture: HTMLImageElement) => picture.currentSrc),
    )?.replace(/-(p-)?\d+(x\d+)?/, ''),
    field: await main.getByRole('textbox', { name: 'City' }).inputValue(),
  };
}
