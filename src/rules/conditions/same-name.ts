import { memoize } from '../memoize.ts';

/** Whether two tags are of one language. Undefined where one of them is no tag. */
export const isSameLanguage = memoize((known: string, wanted: string): boolean => {
  // `no` is Norwegian in either of its forms.
  const isEither = /(^| )no\b/.test(`${known} ${wanted}`);
  const localeOf = (tag: string) => new Intl.Locale(isEither ? tag.replace(/^n[bn]/, 'no') : tag);
  const asked = localeOf(wanted);
  const { language, script, region } = localeOf(known);
  // The Spanish of Latin America is that of every region but Spain's: few of the others are not in it.
  const area = asked.region === '419' && region && region !== 'ES' ? '419' : region;
  // The script follows from the rest: `zh-HK` is also `zh-Hant`, and `zh-CN` is `zh-Hans-CN`.
  const parts = [language, asked.script && (script ?? localeOf(known).maximize().script), asked.region && area];
  return parts.filter(Boolean).join('-') === asked.baseName && isWritten(asked, localeOf(known));
});

/** Where only one of them names its script, the script of the other is the usual one of its region. */
function isWritten(asked: Intl.Locale, known: Intl.Locale): boolean {
  return asked.maximize().script === known.maximize().script || !(asked.script ?? asked.region);
}

/** Whether two zones are one: browsers call `Asia/Kolkata` by its older name. Undefined where one of them is no name. */
export const isSameZone = memoize((known: string, wanted: string): boolean => zoneOf(known) === zoneOf(wanted));

/** The name that this engine has for a zone. Throws for what is no zone. */
export function zoneOf(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}
