import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const shop = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>
<script async src="/geolet.js"></script>
<geo-currency prices="USD 49, EUR 45, JPY 6900">$49</geo-currency>
<p data-geo-show="country: FR" hidden>Delivered in 2 days to <geo-text template="{city}">you</geo-text></p>
<p data-geo-show="gpc" hidden>We honour your signal</p>
<p data-geo-show="group: usoptout unknown" hidden>Do not sell or share</p>
<geo-if language="ja" hidden>こんにちは</geo-if>
<geo-time datetime="2026-12-01T18:00:00Z">1 December, 18:00 UTC</geo-time>`;

const files = fileURLToPath(new URL('../../node_modules/geolet/dist', import.meta.url));

/** Stands for your own server: the page, and the files of Geolet beside it. */
export async function serveShop(page: Page): Promise<void> {
  await page.route('https://shop.example/**', async (route) => {
    const path = join(files, new URL(route.request().url()).pathname);
    if (path.endsWith('.js') && existsSync(path)) await route.fulfill({ path, contentType: 'text/javascript' });
    else await route.fulfill({ body: shop, contentType: 'text/html' });
  });
}
