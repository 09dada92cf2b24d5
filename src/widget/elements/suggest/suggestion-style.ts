/**
 * Colours follow the page's `color-scheme`, with system colours for browsers without `light-dark()`. Sizes are in
 * `em` of a text of at least 16 pixels, since a page's `rem` may be anything.
 */
export const suggestionStyle = `
  :host([data-geolet-hidden]) { display: contents !important }
  [part=box] slot::slotted([hidden]) { display: inline !important }
  [part=box] {
    position: fixed; z-index: 2147483647; inset-inline: 0; inset-block: auto 0; inline-size: auto; block-size: auto; margin: 0; box-sizing: border-box; max-block-size: 50vh; overflow: auto;
    display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: .6em 1.4em;
    padding-block: .8em max(.8em, env(safe-area-inset-bottom)); padding-inline: min(3.6em, 6%) 3.6em;
    background: Canvas; background: light-dark(#fff, #24272f); color: CanvasText; border: 0 solid color-mix(in srgb, CanvasText 16%, Canvas); border-block-start-width: 1px;
    box-shadow: 0 0 2.5em rgb(0 0 0 / .16);
    font-size: max(1rem, 16px); font-weight: 400; line-height: 1.45; letter-spacing: normal; text-align: start; text-transform: none; white-space: normal; overflow-wrap: anywhere;
  }
  [part=box][popover]:not(:popover-open) { display: none }
  :host([placement=top]) [part=box] { inset-block: 0 auto; padding-block: max(.8em, env(safe-area-inset-top)) .8em; border-block-width: 0 1px }
  :host([placement=popup]) [part=box] {
    inset-inline: auto 1.25em; inset-block-end: 1.25em; inline-size: max-content; max-inline-size: min(24em, 100% - 2.5em);
    flex-flow: column nowrap; justify-content: start; align-items: start; gap: .9em; padding-block: 1.2em 1.3em; padding-inline: min(1.4em, 6%) 3.6em;
    border-width: 1px; border-radius: 1em; box-shadow: 0 .6em 3em rgb(0 0 0 / .22);
  }
  a, button { all: unset; box-sizing: border-box; cursor: pointer; touch-action: manipulation }
  :is([part=message], [part=action]) { min-inline-size: 0; max-inline-size: 100%; unicode-bidi: plaintext }
  [part=message]:is(a, button) { text-decoration: underline; text-underline-offset: .2em; padding-block: .5em }
  [part=action] { padding: .5em 1.2em; border-radius: 2em; background: CanvasText; background: light-dark(#1a1c22, #f4f4f6); color: Canvas; color: light-dark(#fff, #1a1c22); font-weight: 600 }
  [part=close] {
    position: absolute; inset-block: 0; inset-inline-end: .5em; margin-block: auto; inline-size: 2em; block-size: 2em; border-radius: 50%;
    font-size: 1.4em; line-height: 2em; text-align: center;
  }
  :host([placement=popup]) [part=close] { inset-block: .35em auto }
  :is([part=action], [part=close]):hover { opacity: .75 }
  :focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
  @media (prefers-reduced-motion: no-preference) {
    [part=box] { animation: come .35s ease-out }
    @keyframes come { from { opacity: 0; transform: translateY(1em) } }
  }
  @media (forced-colors: active) {
    [part=close] { border: 1px solid }
    [part=action] { forced-color-adjust: none; background: CanvasText; color: Canvas }
  }
  @media print { [part=box] { display: none } }
`;
