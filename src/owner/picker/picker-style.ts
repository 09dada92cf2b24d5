/**
 * Where the panel is as wide as the window. Not in pixels: with letters of twice the size a panel at the side leaves
 * nothing of the page.
 */
export const narrow = '(max-width: 40em)';

/** A style sheet made by script is not the page's markup, so that its policy has nothing against it. */
export function pickerStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

const css = `
  :host(:not([x])) [part=box][data-changing] {
    position: fixed; z-index: 2147483647; inset: 1rem 1rem auto auto; inline-size: min(27rem, 100% - 2rem); max-block-size: calc(100% - 2rem - var(--geolet-foot, 0px)); max-inline-size: none; margin: 0;
    display: flex; align-content: start; gap: .4em .6em; overflow: auto; overscroll-behavior: contain; scroll-padding-block-end: 5em; padding: .9em 1.1em 0; border-radius: 1.2em; box-shadow: 0 .5em 2.5em rgb(0 0 0 / .28);
  }
  :host(:dir(rtl)) [part=box][data-changing]:not([data-other-side]), :host(:not(:dir(rtl))) [part=box][data-changing][data-other-side] { inset: 1rem auto auto 1rem }
  [part=box][data-changing] :is([part=change], [part=slow], [part=why]) { display: none }
  [part=box][data-changing] > [part=mistakes]:not([open]) { flex: none; margin: 0; padding: 0; border: 0 }
  /* No grid: in one, what is sticky stays in its row. */
  [part=picker] { flex: 1 0 100%; min-inline-size: 0; display: flex; flex-direction: column; gap: .8em; padding-block: .8em .6em; border-block-start: 1px solid; border-color: light-dark(#ecdcae, #4d4228) }
  [part=picker] :is(h2, p, ul, ol) { margin: 0; padding: 0 }
  [part=picker] button { margin: 0 }
  .head { display: flex; align-items: center; gap: .4em }
  h2 { flex: 1; font-size: 1.25em; line-height: 1.2; font-weight: 700; letter-spacing: -.01em }
  .row { display: flex; flex-wrap: wrap; gap: .5em; align-items: center }
  .actions { position: sticky; z-index: 1; inset-block-end: 0; margin-inline: -1.1em; padding: .6em 1.1em; background: light-dark(#fffbf0, #2a2620); border-block-start: 1px solid; border-color: light-dark(#ecdcae, #4d4228) }
  [part=box][data-folded] > :not([part=picker]), [part=box][data-folded] > [part=picker] > :not(.head) { display: none !important }
  [part=box][data-folded] > [part=picker] { border: 0; padding: 0 0 max(.6em, env(safe-area-inset-bottom)) }
  .row.start { flex-wrap: nowrap }
  [part=picker] .row.start > :not(.icon) { flex: 1; padding-inline: .4em }
  [part=picker] button { background: none; color: inherit; border-color: light-dark(#c9a24a, #8a7440); font-weight: 600; padding-inline: .9em }
  [part=picker] button:hover:not(:disabled, .main, [aria-pressed=true]) { background: light-dark(#f6e7bd, #443a22); border-color: currentcolor }
  [part=picker] button.main, [part=picker] button[aria-pressed=true] { background: light-dark(#3d2c00, #f6ecd6); color: light-dark(#fffbf0, #2a2620); border-color: transparent }
  [part=picker] button:disabled { opacity: .45; cursor: default }
  [part=picker] button.icon { border-color: transparent; inline-size: 2.15em; padding: 0; font-size: 1.05em }
  .hint { font-size: .94em; opacity: .86 }
  .status { font-weight: 600 }
  /* Without room, but there: what is not there before its first words is not read out. */
  .status:empty { position: absolute }
  .taken { display: grid; gap: .5em; justify-items: start; padding: .7em .9em; border-radius: .9em; background: light-dark(#f8ecc8, #39311f) }
  .taken code { font: .92em/1.45 ui-monospace, monospace; overflow-wrap: anywhere }
  .taken code { opacity: .85 }
  .warning::before { content: "⚠ " / ""; }
  .form, .audience, .price-list, .row-list, .fields, .part, .copy, .places { display: grid; gap: .7em; min-inline-size: 0 }
  .form { gap: .85em }
  label.field { display: grid; gap: .25em; min-inline-size: 0 }
  label.field > span { font-size: .94em; font-weight: 600 }
  [part=picker] :is(input:not([type=checkbox]), textarea) {
    box-sizing: border-box; inline-size: 100%; min-inline-size: 0; block-size: auto; min-block-size: 2.35em; margin: 0; padding: .35em .8em; border: 1px solid; border-radius: .8em; border-color: light-dark(#c9a24a, #8a7440);
    background: light-dark(#fff, #1f1c17); color: inherit; font: inherit; resize: vertical;
  }
  [part=picker] ::placeholder { color: inherit; opacity: .6 }
  [part=picker] select { inline-size: 100%; max-inline-size: none; min-block-size: 2.35em; border-radius: .8em; field-sizing: fixed }
  .check { display: flex; align-items: center; gap: .4em }
  .row > label.field { flex: 1 1 11em }
  .offers { display: flex; flex-wrap: wrap; gap: .35em; margin-block-start: -.4em }
  [part=picker] .offers button { min-block-size: 24px; padding: 0 .6em; font: .88em/1.6 ui-monospace, monospace; border-radius: .7em }
  .places { position: relative }
  [role=listbox] { list-style: none; border: 1px solid; border-color: light-dark(#c9a24a, #8a7440); border-radius: .8em; overflow: auto; max-block-size: 15em; background: light-dark(#fff, #1f1c17); margin-block-start: -.4em !important }
  [role=option] { display: flex; justify-content: space-between; gap: 1em; align-items: baseline; padding: .4em .8em; cursor: pointer; min-block-size: 24px }
  [role=option] small { opacity: .75 }
  [role=option]:is([aria-selected=true], :hover) { background: light-dark(#f6e7bd, #443a22) }
  .chips { display: flex; flex-wrap: wrap; gap: .4em; list-style: none }
  .chips li { display: inline-flex; align-items: center; gap: .2em; padding-inline-start: .8em; border-radius: 1.1em; background: light-dark(#f6e7bd, #443a22); font-weight: 600 }
  [part=picker] :is(.chips, .prices, .rows) button { border-color: transparent; inline-size: 2em; min-block-size: 2em; padding: 0 }
  .prices { display: grid; gap: .45em; list-style: none }
  .prices { --code: 4.5em; --amount: 7em; --remove: 2em }
  .prices li { display: grid; grid-template-columns: minmax(0, 1fr) var(--code) var(--amount) var(--remove); gap: .35em; align-items: center }
  [part=picker] .prices input { padding-inline: .6em }
  :is(.price-list, .row-list) > button { justify-self: start }
  fieldset { margin: 0; padding: .6em .9em .9em; min-inline-size: 0; border: 1px solid; border-radius: .9em; border-color: light-dark(#ecdcae, #4d4228) }
  fieldset fieldset { border: 0; padding: 0 }
  legend { font-weight: 600; padding-inline: .3em }
  fieldset fieldset > legend { font-size: .94em; padding: 0; margin-block-end: .25em }
  .add > .row { padding-block: .6em }
  .rows { list-style: none; display: grid; gap: .45em }
  .rows li { display: flex; gap: .35em; align-items: center }
  .rows li > :is(input, select) { flex: 1 1 5em; inline-size: 100% }
  [part=picker] .rows :is(input, select) { padding-inline: .6em }
  [part=picker] .rows select { padding-inline-end: 1.7em }
  [part=picker] .mistake { padding: .5em .8em; border-radius: .8em; background: light-dark(#fbe1d8, #4a2419); color: light-dark(#7a1f05, #ffd5c7) }
  .seen { font-size: .94em; display: flex; flex-wrap: wrap; align-items: center; gap: .3em .6em }
  .list { display: grid; gap: .6em }
  .change-list { list-style: none; display: grid }
  .change-list li { display: flex; flex-wrap: wrap; align-items: center; gap: .35em; padding-block: .5em; border-block-start: 1px solid; border-color: light-dark(#ecdcae, #4d4228) }
  .change-list li > span { flex: 1 1 12em; min-inline-size: 0 }
  [part=picker] .change-list button { min-block-size: 26px; padding-inline: .7em; font-weight: 400 }
  .copy { padding-block-start: .8em; border-block-start: 1px solid; border-color: light-dark(#ecdcae, #4d4228) }
  [part=picker] textarea.code { font: .92em/1.45 ui-monospace, monospace; white-space: pre; overflow: auto; min-block-size: 8em !important }
  [role=tree] { max-block-size: 18em; overflow: auto; padding: .3em; border: 1px solid; border-color: light-dark(#c9a24a, #8a7440); border-radius: .8em; background: light-dark(#fff, #1f1c17) }
  [role=treeitem] { padding: .25em .6em; min-block-size: 24px; border-radius: .5em; cursor: pointer; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
  .marker { display: inline-block; inline-size: 24px; text-align: center }
  [aria-expanded=false] > .marker::before { content: "▸" / "" }
  [aria-expanded=true] > .marker::before { content: "▾" / "" }
  [role=treeitem]:focus { outline: none; background: light-dark(#3d2c00, #f6ecd6); color: light-dark(#fffbf0, #2a2620) }
  .shield { all: initial; position: fixed; inset: 0; z-index: 2147483646; cursor: crosshair }
  .outline { all: initial; position: fixed; inset: 0 auto auto 0; z-index: 2147483646; pointer-events: none; outline: 3px solid #b8750a; outline-offset: 2px; border-radius: 2px; box-shadow: 0 0 0 6px #fff; direction: ltr }
  .outline.refused { outline: 3px dashed #c22 }
  .outline > span { position: absolute; inset: auto auto 100% -5px; margin-block-end: 6px; max-inline-size: 20rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding: .15em .6em; border-radius: 4px; font: 600 12px/1.5 system-ui, sans-serif; background: #3d2c00; color: #fff }
  .outline > span.below { inset: 100% auto auto -5px; margin: 6px 0 0 }
  .outline > span.inside { inset: 0 auto auto 0; margin: 0 }
  .outline > span:empty { display: none }
  @media ${narrow} {
    :host(:not([x])) [part=box][data-changing], :host(:dir(rtl)) [part=box][data-changing]:not([data-other-side]) {
      inset: auto 0 var(--geolet-foot, 0px); inline-size: 100%; max-block-size: 62%; border-radius: 1.2em 1.2em 0 0;
    }
    :host(:not([x])) [part=box][data-changing][data-low] { max-block-size: 36% }
    :host(:not([x])) [part=box][data-changing][data-other-side] { inset: 0 0 auto; border-radius: 0 0 1.2em 1.2em }
    [part=box][data-pointing] > :not([part=picker]), [part=box][data-pointing] > [part=picker] > :not(.start, .status) { display: none !important }
    [part=box][data-pointing] > [part=picker] { border: 0; padding: 0 0 .6em }
    .actions { padding-block-end: max(.6em, env(safe-area-inset-bottom)) }
    .actions > .main { flex: 1 }
  }
  /* At 400 % there is no room for what always stays. */
  @media (max-height: 20em) { .actions { position: static } :host(:not([x])) [part=box][data-changing] { scroll-padding: 0 } }
  @media (max-width: 28em) {
    .prices li { grid-template-columns: minmax(0, 1fr) minmax(0, 1.4fr) var(--remove) }
    .prices select { grid-column: 1 / -1 }
    /* Three fields and a button: two lines. */
    .rows li:has(> :nth-child(4)) { flex-wrap: wrap; padding-block-end: .4em }
    .rows li:has(> :nth-child(4)) > :nth-child(-n + 2) { flex-basis: 40% }
  }
  @media (pointer: coarse) {
    .prices { --code: 5.5em; --amount: 7.5em; --remove: 44px }
    /* Browsers of phones zoom in on fields with smaller letters. */
    [part=picker] :is(input, select, textarea):not([type=checkbox]) { font-size: 16px }
    [part=picker] .check { min-block-size: 44px }
    :is([part=box], [part=picker], [part=picker] .offers, [part=picker] .change-list) :is(button, select, summary, textarea, input:not([type=checkbox])), [role=option], [role=treeitem] { min-block-size: 44px !important }
    [part=picker] :is(.icon, .chips button, .prices button, .rows button) { inline-size: 44px }
    summary, [role=treeitem] { line-height: 44px; padding-block: 0 }
    .marker { inline-size: 44px }
  }
  @media (forced-colors: active) {
    [part=picker] button { background: ButtonFace; color: ButtonText; border-color: ButtonText }
    [part=picker] button[aria-pressed=true], [role=treeitem]:focus, [role=option][aria-selected=true] { forced-color-adjust: none; background: Highlight; color: HighlightText }
    .outline { outline-color: Highlight; box-shadow: none }
    .outline.refused { outline-color: GrayText }
    .taken, .chips li, .mistake, .outline > span { border: 1px solid }
    [part=picker] .chips button { border: 0; min-block-size: 0 }
  }
  @media print { [part=box], .shield, .outline { display: none !important } }
`;
