import { candidatesFor } from '../../rules/text/locale-candidates.ts';

/** How to say `≈` before an amount, by language. Screen readers skip the sign, or read it as in mathematics. */
const words: Readonly<Record<string, string>> = {
  ar: 'حوالي',
  bg: 'около',
  cs: 'přibližně',
  da: 'cirka',
  de: 'ungefähr',
  el: 'περίπου',
  en: 'about',
  es: 'aproximadamente',
  et: 'umbes',
  fa: 'حدود',
  fi: 'noin',
  fr: 'environ',
  he: 'בערך',
  hi: 'लगभग',
  hr: 'otprilike',
  hu: 'körülbelül',
  id: 'sekitar',
  it: 'circa',
  ja: '約',
  ko: '약',
  lt: 'apie',
  lv: 'aptuveni',
  nb: 'cirka',
  nl: 'ongeveer',
  no: 'cirka',
  pl: 'około',
  pt: 'aproximadamente',
  ro: 'aproximativ',
  ru: 'примерно',
  sk: 'približne',
  sl: 'približno',
  sv: 'ungefär',
  th: 'ประมาณ',
  tr: 'yaklaşık',
  uk: 'приблизно',
  vi: 'khoảng',
  zh: '约',
  'zh-Hant': '約',
};

/** @returns an empty text for other languages: then only the sign is there. */
export function spokenEstimate(locale: string): string {
  const found = candidatesFor(locale).find((candidate) => Object.hasOwn(words, candidate));
  return (found && words[found]) ?? '';
}
