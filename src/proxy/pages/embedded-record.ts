/**
 * The visitor's record in a page, as the widget keeps one: `time` is when the page was made. A block of data, which no
 * Content Security Policy holds back: https://html.spec.whatwg.org/#prepare-the-script-element
 *
 * @param record as JSON.
 * @param marks further attributes of the block.
 */
export function embeddedRecord(record: string, time: number, marks = ''): string {
  return `<script type="application/json" data-geo-record${marks}>${inScript(`{"version":1,"time":${time},"record":${record}}`)}</script>`;
}

/** Nothing that a record says can end the block, and in ASCII it reads alike in every encoding. */
function inScript(json: string): string {
  return json.replace(
    /[<>&\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
