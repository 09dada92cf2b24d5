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
  var recorded: { readonly frames: Frame[]; shift: number };
}

/**
 * For the head, before everything else: notes in each frame what a visitor sees of the markers, which are elements with
 * the text that they should show in `data-right`; only one that the parser has not finished may be empty. Frame
 * callbacks run before a frame is painted and not at all while painting is blocked. Observers that still wait run after
 * them and before paint (WebKit's parser leaves some), so the look comes behind those.
 */
export function frameRecorder(nonce = ''): string {
  return `<script nonce="${nonce}">{
    globalThis.recorded = { frames: [], shift: 0 };
    const read = (node) => {
      if (node instanceof Text) {
        const range = document.createRange();
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
      const wrong = [];
      for (const marker of markers) {
        const text = read(marker).trim();
        const shown = text + (marker.dataset.geoHref ? ' ' + new URL(marker.href).pathname : '');
        if (shown !== marker.dataset.right && (text || isComplete(marker))) wrong.push(shown + ' for ' + marker.dataset.right);
      }
      // A page that is hidden whole shows nothing.
      if (markers.length && document.body.checkVisibility({ opacityProperty: true })) recorded.frames.push({ atMs: performance.now(), markers: markers.length, wrong: wrong.slice(0, 5) });
    };
    (function next() { requestAnimationFrame(() => { queueMicrotask(look); next(); }); })();
    try {
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) recorded.shift += value; }).observe({ type: 'layout-shift', buffered: true });
    } catch {}
  }</script>`;
}

/** The frames that were painted: Firefox runs callbacks for some before it paints anything. */
export function paintedFrames(frames: readonly Frame[], firstPaintMs = 0): readonly Frame[] {
  // Clocks are coarse.
  const first = frames.findLastIndex(({ atMs }) => atMs <= firstPaintMs + 1);
  return frames.slice(Math.max(first, 0));
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
