// @guard embedded-records

/**
 * The visitor's record for a page, in the format in which the widget stores it. It is a data block, which no Content
 * Security Policy refuses. https://html.spec.whatwg.org/#prepare-the-script-element
 *
 * @param record as JSON.
 * @param time when the page was made, in milliseconds since 1970.
 * @param marks more attributes of the block.
 */
export function embeddedRecord(record: string, time: number, marks = ''): string {
  return `<script type="application/json" data-geo-record${marks}>${inScript(`{"version":1,"time":${time},"record":${record}}`)}</script>`;
}

/**
 * The server's own rules, for the browser. The mark lets it take the page over by the file that reads them, also a page
 * that is not written.
 */
export function servedRules(rules: readonly unknown[]): string {
  if (rules.length === 0) return '';
  return `<script type="application/json" data-geo-rules data-geo-edge>${inScript(JSON.stringify(rules))}</script>`;
}

/** Escapes what could end the block. In ASCII it reads the same in every encoding. */
function inScript(json: string): string {
  return escapeAll(json, /[<>&\u0080-\uffff]/g);
}

/** As they are escaped in JSON and in the strings of JavaScript. */
export function escapeAll(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
