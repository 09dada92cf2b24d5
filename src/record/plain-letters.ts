/**
 * Lower case in plain letters, since databases write `Sao Paulo` and `Wroclaw`, and people write `São Paulo` and
 * `Wrocław`. The letters that are named have no marks that could be taken away.
 */
export function toPlainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o');
}
