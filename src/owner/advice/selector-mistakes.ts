import { longestSelector, otherBlank, parseSelector, quotedValue } from '../../rules/page-rules/selector.ts';

const closedList =
  'write names, #id, .class, [attribute], blanks and > between them, :not() of one of these, and commas';

/** What a selector is made of, as far as people write it in CSS. */
const piece =
  /:not\([^()]*\)|::?[\w-]+(?:\([^()]*\)?)?|\[[^\]]*\]?|[#.]?(?:\\[^]|[^\s>,:[\]#.()+~*\\])+|\s*[>,]\s*|\s+|[^]/g;

const joint = /^(?:\s*[>,]\s*|\s+)$/;

/** Which part of a selector is outside of the closed list, and what to write instead. @returns undefined for a good one. */
export function selectorSentence(select: string): string | undefined {
  if (parseSelector(select)) return undefined;
  const text = select.trim();
  const quoted = `the selector "${text.slice(0, 80)}${text.length > 80 ? '…' : ''}"`;
  if (text === '') return 'select is empty: write one, such as "select": ".price"';
  if (text.length > longestSelector) return `${quoted} is longer than ${longestSelector} signs: write a shorter one`;
  if (otherBlank.test(text.replace(quotedValue, '')))
    return `${quoted} has a blank that is not one in CSS, such as one without a break: write it anew with the space bar`;
  const pieces = text.match(piece) ?? [];
  const wrong = pieces.find((one) => !joint.test(one) && !parseSelector(one));
  if (wrong === undefined)
    return /^[>,]|[>,]$/.test(text)
      ? `${quoted} begins or ends with > or a comma: take it out`
      : `${quoted} cannot be read: write a name first and what else it has behind it, such as p.note`;
  return `${quoted} has "${wrong}", which rules cannot use: ${insteadOf(wrong)}`;
}

function insteadOf(wrong: string): string {
  const [, sign = '', name = ''] = /^([#.])(.+)$/.exec(wrong) ?? [];
  if (sign && !name.includes('"')) {
    const bare = name.replace(/\\(.)/g, '$1');
    return `write ${sign === '#' ? `[id='${bare}']` : `[class~='${bare}']`}`;
  }
  if (wrong === '+' || wrong === '~')
    return 'write an id or a class of the element itself, or > from the one around it';
  if (/^:(?:nth|first|last|only|eq)/i.test(wrong)) return 'write an id or a class of the element itself';
  if (/^:(?:is|where|matches)\b/i.test(wrong)) return 'write each selector whole, with commas between them';
  if (/^:has\b|^:contains\b/i.test(wrong)) return 'write an id or a class of the element itself, or of one around it';
  if (wrong.startsWith('::')) return 'take it out: rules write elements, not parts of their style';
  if (/^:not\(/i.test(wrong))
    return 'write :not() around one name, #id, .class or [attribute], and another :not() for the next';
  if (wrong.startsWith(':')) return 'take it out: what a rule finds does not depend on what visitors do';
  if (/^\[.*\s[is]\]$/i.test(wrong)) return 'take the letter before the bracket out';
  const [, before, value] = /^(\[[\w-]+[~|^$*]?=)([^"'\]]+)\]$/.exec(wrong) ?? [];
  return before ? `write ${before}'${value}']` : closedList;
}
