/** Lower case without diacritics, since databases write `Sao Paulo` and people write `São Paulo`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
