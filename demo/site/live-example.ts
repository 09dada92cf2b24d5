import { demoVisitors } from '../visitors.ts';
import { escaped } from './coloured-markup.ts';

/** The page whose examples run in it. */
export const liveAddress = 'docs/elements.html';

/** Markup as it works, above its code. Its room stays away where no script comes. */
export function liveExample(markup: string, code: string): string {
  return `<div class="example"><div class="example-live needs-script">${markup}</div>${code}</div>`;
}

/** Lets the reader be another visitor. */
export const visitorChoice = `<p class="example-visitor needs-script"><label for="example-visitor">See the examples from</label>
<select id="example-visitor" autocomplete="off">${demoVisitors
  .map(({ id, label }) => `<option value="${id}">${escaped(label)}</option>`)
  .join('')}</select></p>`;
