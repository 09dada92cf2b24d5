export interface Film {
  /** What a visitor sees, and from when on, counted from the click. */
  readonly frames: readonly { readonly atMs: number; readonly state: State; readonly picture: string }[];
}

type State = 'blank' | 'written' | 'right';

/** When a state is seen first; not a number where it never is. */
export function beginningOf({ frames }: Film, state: State): number {
  return frames.find((frame) => frame.state === state)?.atMs ?? Number.NaN;
}

export interface FilmedWay {
  readonly title: string;
  readonly what: string;
  readonly first: Film;
  readonly repeat: Film;
}

const headings = { first: 'First visit', repeat: 'Next visit' } as const;

/** The page of which the picture is taken. */
export function filmSheet(
  ways: readonly FilmedWay[],
  { roundTripMs, slowdown }: { readonly roundTripMs: number; readonly slowdown: number },
): string {
  return `<!doctype html><meta charset="utf-8"><style>${style}</style>
<header><h1>A visitor from France opens the shop</h1><ul><li class="right">right for France</li><li class="written">written for everybody</li><li class="blank">nothing to see</li></ul></header>
${(['first', 'repeat'] as const).map((visit) => panel(visit, ways)).join('')}
<footer>Filmed in Chromium, ${roundTripMs} ms from the server, processor slowed ${slowdown} times, seconds since the click.</footer>`;
}

/**
 * When the strip looks, in milliseconds since the click: from when what hides nothing has painted until all is right,
 * closer together at first.
 */
function looks(films: readonly Film[]): number[] {
  const begin = Math.max(...films.map((film) => beginningOf(film, 'written')).filter((ms) => !Number.isNaN(ms)));
  const end = Math.max(...films.map((film) => beginningOf(film, 'right')));
  return [0, 1, 2, 3, 4].map((column) => Math.ceil((begin + (end - begin) * (column / 4) ** 1.5) / 50) * 50);
}

function panel(visit: 'first' | 'repeat', ways: readonly FilmedWay[]): string {
  const times = looks(ways.map((way) => way[visit]));
  return `<section><div class="row head"><h2>${headings[visit]}</h2>${times.map((ms) => `<b>${(ms / 1000).toFixed(2)} s</b>`).join('')}</div>
${ways.map((way) => `<div class="row${way.title.startsWith('Geolet') ? ' own' : ''}"><div class="label"><strong>${way.title}</strong><span>${way.what}</span><em>${describe(way[visit])}</em></div>${times.map((ms) => frameAt(way[visit], ms)).join('')}</div>`).join('\n')}</section>`;
}

function frameAt({ frames }: Film, ms: number): string {
  const { state, picture } = frames.findLast(({ atMs }) => atMs <= ms) ?? { state: 'blank', picture: '' };
  return `<figure class="${state}">${state === 'blank' ? '' : `<img src="data:image/png;base64,${picture}">`}</figure>`;
}

function describe(film: Film): string {
  const seconds = (state: State): string => (beginningOf(film, state) / 1000).toFixed(2);
  return film.frames.some(({ state }) => state === 'written')
    ? `painted ${seconds('written')} s, right ${seconds('right')} s`
    : `right ${seconds('right')} s, in its first frame`;
}

const style = `
  * { box-sizing: border-box; margin: 0; padding: 0 }
  body { width: 1660px; padding: 34px 32px 26px; background: #fff; color: #161b2e; font: 22px/1.3 'Liberation Sans', Arial, sans-serif }
  header { display: flex; align-items: center; justify-content: space-between; margin-bottom: 22px }
  h1 { font-size: 40px; letter-spacing: -.02em }
  ul { display: flex; gap: 30px; list-style: none; font-size: 24px }
  li { display: flex; align-items: center; gap: 11px }
  li::before { content: ''; width: 34px; height: 22px; border: 5px solid var(--state); border-radius: 6px; background: var(--inside, #fff) }
  .right { --state: #17855b } .written { --state: #e8930c } .blank { --state: #c3c7d1; --inside: #eef0f3 }
  section { padding: 16px 22px 20px; border-radius: 20px; background: #f5f4f0 }
  section + section { margin-top: 20px }
  .row { display: grid; grid-template-columns: 300px repeat(5, 1fr); gap: 13px; align-items: center }
  .row + .row { margin-top: 12px }
  .head { align-items: end }
  h2 { font-size: 32px; letter-spacing: -.015em }
  b { color: #50566a; font-size: 23px; text-align: center }
  strong { display: block; font-size: 25px; letter-spacing: -.01em }
  .own strong { color: #0f6b49 }
  span, em { display: block; color: #50566a; font-size: 20.5px; font-style: normal }
  figure { overflow: hidden; aspect-ratio: 480 / 244; border: 5px solid var(--state); border-radius: 10px; background: var(--inside, #fff) }
  figure.blank { border-style: dashed }
  img { display: block; width: 100%; height: 100%; object-fit: cover }
  footer { margin-top: 18px; color: #50566a; font-size: 20px }`;
