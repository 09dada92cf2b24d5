import type { RequestListener, ServerResponse } from 'node:http';

/** Pages whose every frame is watched, for tests in any engine and for the bench. */

/** What a page has shown: one entry for each frame with a marker. */
export interface Frame {
  readonly atMs: number;
  readonly markers: number;
  /** What the markers that were not right have shown, the first few. */
  readonly wrong: readonly string[];
}

declare global {
  /** The frames recorded so far. Only Chromium reports layout shifts. */
  var recorded: {
    readonly frames: Frame[];
    shift: number;
    /** The frames that were painted: Firefox runs callbacks for some before it paints anything. */
    painted(): Frame[];
  };
}

/**
 * For the head, before everything else: notes in each frame what a visitor sees of the markers, which are elements with
 * the text that they should show in `data-right`. Only one that the parser has not finished may be empty, or show the
 * first part of what is right, unless it is bound: a binding shows all at once.
 *
 * The look is in a `ResizeObserver`, the last thing before paint: all frame callbacks of the page have run by then,
 * those that came after this one too, with their promises and observers. The observer is made anew in each frame, so
 * that it is called, and behind all others.
 */
export function frameRecorder(nonce = ''): string {
  return `<script nonce="${nonce}">{
    const painted = () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      // When the frame was made. Where it is not told, \`startTime\` is; in Chromium that is when the screen had it, often after the next look.
      const paintMs = paint ? paint.paintTime ?? paint.startTime : 0;
      // Clocks are coarse.
      return recorded.frames.slice(Math.max(recorded.frames.findLastIndex(({ atMs }) => atMs <= paintMs + 1), 0));
    };
    globalThis.recorded = { frames: [], shift: 0, painted };
    // One for all: each change of the page has to look at every range that there is.
    const range = document.createRange();
    const read = (node) => {
      if (node instanceof Text) {
        range.selectNode(node);
        return range.getClientRects().length ? node.data : '';
      }
      const assigned = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
      return [...(assigned.length ? assigned : (node.shadowRoot || node).childNodes)].map(read).join('');
    };
    const isComplete = (node) => {
      for (; node; node = node.parentNode) if (node.nextSibling) return true;
      return document.readyState !== 'loading';
    };
    const look = () => {
      const markers = document.querySelectorAll('[data-right]');
      const isWritten = document.querySelector('[data-geo-edge]');
      const wrong = [];
      for (const marker of markers) {
        const text = read(marker).trim();
        const shown = text + (marker.dataset.geoHref ? ' ' + new URL(marker.href).pathname : '');
        const isArriving = !isComplete(marker) && (!text || ((isWritten || !marker.dataset.geoText) && marker.dataset.right.startsWith(text)));
        if (shown !== marker.dataset.right && !isArriving) wrong.push(shown + ' for ' + marker.dataset.right);
      }
      // A page that is hidden whole shows nothing.
      if (markers.length && document.body.checkVisibility({ opacityProperty: true })) recorded.frames.push({ atMs: performance.now(), markers: markers.length, wrong: wrong.slice(0, 5) });
    };
    (function next() {
      requestAnimationFrame(() => {
        new ResizeObserver((_, observer) => { observer.disconnect(); look(); }).observe(document.documentElement);
        next();
      });
    })();
    try {
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) recorded.shift += value; }).observe({ type: 'layout-shift', buffered: true });
    } catch {}
  }</script>`;
}

/** Kinds of elements, each with what a visitor from Lyon reads: every way to show, with `else` and templates. */
const elementKinds: readonly (readonly [markup: string, right: string])[] = [
  [
    '<geo-switch><geo-case country="US" hidden>Call</geo-case><geo-case country="FR" hidden><template>Appelez</template></geo-case>Write</geo-switch>',
    'Appelez',
  ],
  ['<geo-if country="DE"><template>Ja</template><template slot="else">Non</template>Yes</geo-if>', 'Non'],
  ['<geo-text template="Shoes for {city}">Shoes for you</geo-text>', 'Shoes for Lyon'],
  ['<geo-currency prices="USD 49, EUR 45" was="USD 59, EUR 55"><s>$59</s> $49</geo-currency>', '€55 €45'],
  ['<geo-if country="FR"><template>Oui <b>oui</b></template>Yes</geo-if>', 'Oui oui'],
  ['<geo-if country="DE">A<b slot="else" hidden>B</b></geo-if>', 'B'],
  ['<geo-switch><geo-case country="US" hidden>Call</geo-case><i>Write</i></geo-switch>', 'Write'],
  ['<geo-switch><geo-case eu hidden>Bonjour <b>Europe</b></geo-case>Write</geo-switch>', 'Bonjour Europe'],
  ['<geo-if country="DE">Only there</geo-if>', ''],
  ['<geo-if eu hidden><geo-if country="DE">A</geo-if><geo-if country="FR" hidden>B</geo-if></geo-if>', 'B'],
];

/** So many elements, of every kind in turn: the first three are a switch with a template, an `else` and a text. */
export function elements(count: number): string {
  return Array.from({ length: count }, (_, index) => elementKinds[index % elementKinds.length] ?? ['', ''])
    .map(
      ([markup, right]) => `<p data-right="${right}">${markup}</p>
`,
    )
    .join('');
}

/** Bound nodes as pages have them: 60 % text, 20 % attributes, 20 % shown or hidden. Right for a visitor from Lyon. */
export function boundNodes(count: number): string {
  const kinds = [
    (index: number) =>
      `<li data-geo-text="Number ${index} in {city}" data-right="Number ${index} in Lyon">Number ${index} for you</li>`,
    () => '<li data-geo-text="Hello {country}, good day" data-right="Hello France, good day">Hello, good day</li>',
    () => '<li data-geo-currency="USD 49, EUR 45" data-right="€45">$49</li>',
    (index: number) =>
      `<li><a href="/shop/${index}" data-geo-href="/{country:lower}/shop/${index}" data-right="Shop /fr/shop/${index}">Shop</a></li>`,
    (index: number) =>
      index % 2
        ? '<li data-geo-show="country: FR" data-right="Ici" hidden>Ici</li>'
        : '<li data-geo-show="country: US" data-right="">Only there</li>',
  ];
  return `<ul>\n${Array.from({ length: count }, (_, index) => kinds[index % kinds.length]?.(index)).join('\n')}\n</ul>`;
}

/** Serves a page in pieces, cut anywhere, with pauses in which a browser paints what it has. */
export function inPieces(
  pieces: readonly string[],
  pauseMs: number,
  headers: Record<string, string> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers });
    void write(response, pieces, pauseMs);
  };
}

async function write(response: ServerResponse, pieces: readonly string[], pauseMs: number): Promise<void> {
  for (const piece of pieces) {
    response.write(piece);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  response.end();
}

/** Cuts a text where it falls. */
export function cut(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size));
}
