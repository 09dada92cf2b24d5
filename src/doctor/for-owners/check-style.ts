/** The sheet of the check's page, in the colours of the demo. */
export const checkStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfcfa, #10131c);
  --sheet: light-dark(#fff, #181c28);
  --ink: light-dark(#161b2e, #f1ede4);
  --soft-ink: light-dark(#50566a, #b3b6c4);
  --line: light-dark(#161b2e26, #f1ede42e);
  --strong-line: light-dark(#6b7186, #8d92a6);
  --bad: light-dark(#b3261e, #ff9b91);
  --warning: light-dark(#855000, #f3c26b);
  --good: light-dark(#1c6b3c, #84d6a3);
}
* { box-sizing: border-box }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
main { max-inline-size: 46rem; margin-inline: auto; padding: clamp(1.25rem, 5vw, 4rem) clamp(1rem, 4vw, 2rem) }
h1 { margin: 0; font-size: clamp(1.75rem, 5vw, 2.5rem); line-height: 1.15; letter-spacing: -.02em; overflow-wrap: anywhere; text-wrap: balance }
header p { margin-block: .75rem 0; color: var(--soft-ink); font-size: 1.125rem }
h2 { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; margin-block: 2.5rem 1rem; font-size: 1.25rem; line-height: 1.3 }
.path { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
.verdict { font-size: 1rem; font-weight: 500 }
.verdict.bad { color: var(--bad) }
.verdict.good { color: var(--good) }
ol, ul { margin: 0; padding: 0; list-style: none }
li { padding-block: 1rem; border-block-start: 1px solid var(--line); overflow-wrap: anywhere }
ol > li:first-child { padding: 1.25rem; margin-block-end: .5rem; background: var(--sheet); border: 2px solid var(--tone); border-radius: .75rem }
ol > li:first-child + li { border-block-start: 0 }
li p { margin-block: .375rem 0 }
li p:first-child { margin: 0 }
.kind { color: var(--tone); font-weight: 600 }
.kind span { color: var(--soft-ink); font-weight: 400 }
.bad { --tone: var(--bad) }
.warning { --tone: var(--warning) }
.good { --tone: var(--good) }
.skipped { --tone: var(--soft-ink) }
h1, h2, h2 span, p, small, summary, textarea { unicode-bidi: plaintext; text-align: match-parent }
details { margin-block-start: 1rem }
summary { inline-size: fit-content; padding-block: .625rem; color: var(--soft-ink); cursor: pointer }
details ul { margin-block-start: .5rem }
form { margin-block-start: 2rem }
.again form { margin: 0 }
form p { display: grid; gap: .375rem; margin-block: 0 1.25rem }
label { font-weight: 600 }
small { color: var(--soft-ink); font-size: .875rem }
input, select, textarea, button { font: inherit; color: inherit; border-radius: .5rem }
input, select, textarea { inline-size: 100%; min-block-size: 2.75rem; padding: .5rem .75rem; background: var(--sheet); border: 1px solid var(--strong-line) }
textarea { font-family: ui-monospace, monospace; resize: vertical }
button { justify-self: start; min-block-size: 2.75rem; padding: .5rem 1.5rem; border: 0; background: var(--ink); color: var(--paper); font-weight: 600; cursor: pointer }
:focus-visible { outline: 3px solid light-dark(#b8321a, #ff9478); outline-offset: 2px }
.mistake { margin-block: 1.5rem 0; padding: 1rem 1.25rem; border: 1px solid var(--bad); border-radius: .5rem; color: var(--bad); overflow-wrap: anywhere }
.waiting { margin-block: 1.5rem 0; color: var(--soft-ink) }
.waiting:has(+ .report) { display: none }
@media (forced-colors: active) { button { border: 1px solid ButtonBorder } }
`;
