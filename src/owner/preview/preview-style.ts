/** A style sheet made by script is not the page's markup, so that its policy has nothing against it. */
export function previewStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

const css = `
  :host { display: inline-block; max-inline-size: 100% }
  :host([hidden]) { display: none }
  :host([placement=corner]) { display: contents !important }
  [hidden] { display: none !important }
  [part=box] {
    all: initial; color-scheme: inherit; direction: ltr; box-sizing: border-box; display: inline-flex; flex-wrap: wrap; align-items: center; gap: .35em .9em;
    max-inline-size: 100%; padding: .4em .5em .4em .9em; border-radius: 1.4em; cursor: default;
    font: 400 max(.8125rem, 13px)/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
    background: Canvas; background: light-dark(#fffbf0, #2a2620); color: CanvasText; color: light-dark(#3d2c00, #f6ecd6);
    border: 1px solid; border-color: light-dark(#d9a514, #a98632);
  }
  :host([placement=corner]) [part=box] {
    position: fixed; z-index: 2147483647; inset: auto auto calc(max(1rem, env(safe-area-inset-bottom)) + var(--geolet-foot, 0px)) 1rem; max-inline-size: min(100% - 2rem, 66em); max-block-size: calc(100% - 2rem); overflow: auto;
    box-shadow: 0 .25em 1.5em rgb(0 0 0 / .2);
  }
  :host([placement=corner]:dir(rtl)) [part=box] { inset-inline: auto 1rem }
  label { display: inline-flex; align-items: center; gap: .5em; min-inline-size: 0 }
  [part=caption] { flex: none }
  [part=caption]::before {
    content: ""; display: inline-block; inline-size: .55em; block-size: .55em; margin-inline-end: .6em; border-radius: 50%; background: light-dark(#d9a514, #e9b949);
  }
  select, button, input { font: inherit; color: inherit; accent-color: light-dark(#8a6400, #e9b949) }
  select, button { box-sizing: border-box; min-block-size: 2.15em; padding-block: .1em; border-radius: 1.1em; border: 1px solid transparent; cursor: pointer }
  select {
    appearance: none; field-sizing: content; min-inline-size: 0; max-inline-size: 15em; padding-inline: .7em 1.7em; font-weight: 600; text-overflow: ellipsis;
    background: light-dark(#f6e7bd, #443a22);
    background-image: conic-gradient(from -45deg at bottom, currentcolor 90deg, transparent 0);
    background-size: .68em .34em; background-repeat: no-repeat; background-position: right .68em top 55%;
  }
  option, optgroup { background: Canvas; color: CanvasText; font-weight: 400 }
  [part=others] { max-inline-size: 22em }
  [part=redirect] { max-inline-size: 30em }
  details { min-inline-size: 0 }
  details[open] { flex: 1 0 100% }
  [part=mistakes] { box-sizing: border-box; flex: 1 0 100%; margin-block-start: .2em; padding-block: .3em .2em; border-block-start: 1px solid; border-color: light-dark(#ecdcae, #4d4228) }
  /* With room for the ring around what has the focus. */
  :is([part=mistakes], [part=reasons]) ul { margin: .4em -6px 0; padding: 0 6px 6px; list-style: none; max-block-size: 40vh; overflow: auto }
  :is([part=mistakes], [part=reasons]) li { display: flex; flex-wrap: wrap; align-items: start; gap: .2em .9em; padding-block: .5em; border-block-start: 1px solid; border-color: light-dark(#ecdcae, #4d4228) }
  :is([part=mistakes], [part=reasons]) p { flex: 1 1 20em; margin: 0 }
  :is([part=mistakes], [part=reasons]) li > code { align-self: center; font-size: .92em; opacity: .8 }
  summary { cursor: pointer; font-weight: 600; line-height: 24px }
  [part=more] > div { display: flex; flex-wrap: wrap; gap: .5em 1.2em; padding-block: .5em }
  [part=more] input:not([type]) { box-sizing: border-box; min-block-size: 2.15em; inline-size: auto; block-size: auto; padding: .1em .7em; border: 1px solid; border-radius: 1.1em; border-color: light-dark(#d9a514, #a98632); background: Field; color: FieldText }
  [part=why] { opacity: .85 }
  [part=slow] { cursor: pointer; min-block-size: 24px }
  input { inline-size: 1.15em; block-size: 1.15em; margin: 0 }
  button { padding-inline: .85em; background: light-dark(#3d2c00, #f6ecd6); color: light-dark(#fffbf0, #2a2620); font-weight: 600 }
  :is([part=mistakes], [part=reasons]) button { margin: 0 0 0 auto; min-block-size: 24px; background: none; color: inherit; border-color: currentcolor; padding-inline: .7em; font-weight: 400 }
  :is(select, button):hover { border-color: currentcolor }
  .ends { display: flex; gap: inherit; margin-inline-start: auto }
  :is(select, button, input, textarea, summary):focus-visible { outline: 3px solid light-dark(#1d5fd1, #9cc6ff); outline-offset: 2px }
  @media (max-width: 40em) {
    /* The country takes what Leave leaves of the first line, however long its name. */
    :host([placement=corner]) [part=box] { inline-size: calc(100% - 2rem) }
    [part=box] > label:first-child { order: -2; flex: 1 1 calc(100% - 8em) }
    [part=box] > label:first-child > select { flex: 1; max-inline-size: none }
    .ends { display: contents }
    [part=leave] { order: -1 }
    [part=why] { flex: 1 1 calc(100% - 10em) }
    [part=change] { flex: 1 0 auto; white-space: nowrap }
  }
  @media (pointer: coarse) { :is(button, select, summary, [part=slow], [part=more] input:not([type])) { min-block-size: 44px } summary { line-height: 44px } }
  @media (forced-colors: active) {
    select { appearance: auto; padding-inline-end: .3em; background: Canvas; border-color: CanvasText }
    :is(select, button, input, textarea, summary):focus-visible { outline-color: Highlight }
    button { background: ButtonFace; color: ButtonText; border-color: ButtonText }
    [part=caption]::before { forced-color-adjust: none; background: CanvasText }
  }
  @media print { :host { display: none !important } [part=box] { display: none } }
`;
