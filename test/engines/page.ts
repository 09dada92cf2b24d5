import type { Site } from '../support/site.ts';
import type { Session } from './session.ts';
import { visibleText } from './visible-text.ts';

declare global {
  /** What a page has seen of itself: see `witness()`. */
  var seen: { readonly lines: string[]; readonly startMs: number; readyMs: number };
}

/** A site of its own for each fact, and the window that looks at it. */
export class Page {
  readonly site: Site;
  readonly #session: Session;

  constructor(session: Session, site: Site) {
    this.#session = session;
    this.site = site;
  }

  /** Opens a page whose body this is, and waits until Geolet has settled. */
  async open(html: string, { head = '', ...options }: Parameters<Site['page']>[1] = {}): Promise<void> {
    await this.goto(this.site.page(html, { ...options, head: witness() + head }));
    await this.settled();
  }

  async goto(url: string): Promise<void> {
    await this.#session.goto(url);
  }

  /** Runs a function in the page. It may use nothing from outside itself. */
  async run<Given extends readonly unknown[], Value>(
    script: (...given: Given) => Value,
    ...given: Given
  ): Promise<Awaited<Value>> {
    return (await this.#session.evaluate(
      inPage(`(${script.toString()})(...${JSON.stringify(given)})`),
    )) as Awaited<Value>;
  }

  /** Waits in the page until a condition holds. */
  async waitFor<Given extends readonly unknown[]>(
    condition: (...given: Given) => boolean,
    ...given: Given
  ): Promise<void> {
    const holds = `(${condition.toString()})(...${JSON.stringify(given)})`;
    await this.#session.evaluate(inPage(`(${frameByFrame.toString()})(() => ${holds}, ${JSON.stringify(holds)})`));
  }

  /** Waits for `geo-ready`, and for the elements where there are any. */
  async settled(): Promise<void> {
    await this.waitFor(() => globalThis.geolet?.visitor !== undefined);
    await this.waitFor(
      () => !document.querySelector(':is(geo-if,geo-switch,geo-case,geo-text,geo-currency):not(:defined)'),
    );
  }

  /** What a visitor reads. */
  text(selector = 'body'): Promise<string> {
    return this.run(visibleText, selector);
  }

  /** How often the proxy has been asked. */
  get lookups(): number {
    return this.site.requests.filter((path) => path === '/geo').length;
  }
}

/** For the head: notes what the console was told, what nobody caught, what a policy refused, and when `geo-ready` came. */
export function witness(nonce = ''): string {
  return `<script nonce="${nonce}">${witnessScript}</script>`;
}

export const witnessScript = `{
    const lines = [], startMs = performance.now();
    globalThis.seen = { lines, startMs, readyMs: 0 };
    for (const level of ['warn', 'error']) console[level] = (...words) => lines.push(words.join(' '));
    addEventListener('error', (event) => lines.push('uncaught: ' + event.message));
    addEventListener('unhandledrejection', (event) => lines.push('uncaught: ' + event.reason));
    addEventListener('securitypolicyviolation', (event) => lines.push('refused: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));
    addEventListener('geo-ready', () => { seen.readyMs = performance.now(); });
  }`;

/** `tsx` names inner functions through a helper of its modules (https://github.com/evanw/esbuild/issues/2605), which a page lacks. */
function inPage(expression: string): string {
  return `((__name) => ${expression})((named) => named)`;
}

function frameByFrame(holds: () => boolean, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = performance.now() + 15_000;
    (function look() {
      if (holds()) resolve();
      else if (performance.now() > end) reject(new Error(`never came true: ${what}`));
      else requestAnimationFrame(look);
    })();
  });
}
