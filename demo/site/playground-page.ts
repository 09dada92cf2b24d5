import { escaped } from './coloured-markup.ts';
import { layout } from './layout.ts';
import { choices } from '../choices.ts';
import { demoVisitors } from '../visitors.ts';

/** Write markup, and see it as any visitor sees it. */
export async function playgroundPage(): Promise<string> {
  return layout({
    address: 'playground.html',
    title: 'Playground',
    description:
      'Write HTML and see it as a visitor from any country sees it, as one whose location is unknown, and when the lookup fails.',
    body,
    styles: ['playground/playground.css'],
    scripts: ['playground/playground.js'],
  });
}

const cities = optionsOf(demoVisitors.map(({ id, label }) => [id, label]));
const countries = optionsOf(choices.country ?? []);

function optionsOf(entries: ReadonlyArray<readonly [value: string, name: string]>): string {
  return entries.map(([value, name]) => `<option value="${value}">${escaped(name)}</option>`).join('');
}

const body = `<main class="playground" id="main">
<div class="playground-head">
<h1>Playground</h1>
<p>Write HTML on one side, and see it on the other as your visitor sees it. Nothing you write leaves this page.</p>
</div>
<noscript><p class="playground-note">The playground needs JavaScript. The <a href="docs/recipes.html">recipes</a> do not.</p></noscript>
<div class="playground-tools needs-script" role="group" aria-label="Tools">
<p><label for="playground-example">Example</label> <select id="playground-example" autocomplete="off"></select></p>
<p><label for="playground-visitor">Visitor</label> <select id="playground-visitor" autocomplete="off">
<optgroup label="Cities">${cities}</optgroup>
<optgroup label="When less is known">
<option value="unknown">Location unknown</option>
<option value="fails">The lookup fails</option>
<option value="slow">A slow lookup (3 s)</option>
<option value="signal">United States, with the opt-out signal</option>
</optgroup>
<optgroup label="Any country">${countries}</optgroup>
</select></p>
<button type="button" id="playground-explain" aria-pressed="false" aria-controls="playground-why">Explain</button>
<button type="button" id="playground-change" aria-pressed="false">Change by pointing</button>
<button type="button" id="playground-link">Copy link</button>
<p class="playground-note" id="playground-note" role="status"></p>
</div>
<div class="playground-parts needs-script">
<section class="playground-part" aria-labelledby="playground-markup-name">
<h2 class="panel-head" id="playground-markup-name">HTML</h2>
<div class="playground-editor">
<pre class="playground-colours" id="playground-colours" aria-hidden="true"></pre>
<textarea id="playground-markup" aria-labelledby="playground-markup-name" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="soft"></textarea>
</div>
</section>
<section class="playground-part" aria-labelledby="playground-live-name">
<h2 class="panel-head"><span id="playground-live-name">Live page</span> <span class="playground-where" id="playground-where" role="status"></span></h2>
<iframe id="playground-frame" title="Live page" sandbox="allow-scripts"></iframe>
</section>
<section class="playground-part playground-check" id="playground-check" aria-labelledby="playground-count" hidden>
<h2 class="panel-head" id="playground-count"></h2>
<ul id="playground-mistakes" tabindex="0" aria-labelledby="playground-count"></ul>
</section>
<section class="playground-part playground-why" id="playground-why" aria-labelledby="playground-why-name" hidden>
<h2 class="panel-head" id="playground-why-name">Why?</h2>
<pre id="playground-words" tabindex="0" role="status" aria-labelledby="playground-why-name">Click something outlined in the live page, and read here why it shows what it shows.</pre>
</section>
<section class="playground-part playground-log" aria-labelledby="playground-events-name">
<h2 class="panel-head" id="playground-events-name">Events</h2>
<ol class="playground-events" id="playground-events" tabindex="0" aria-labelledby="playground-events-name"></ol>
</section>
</div>
</main>`;
